import type SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { foundOperations } from './found-operations'

/** As much of React as a plugin of Swagger UI is given. */
interface ReactGiven {
  createElement(kind: unknown, props?: object | null, ...children: unknown[]): unknown
}

/** What Swagger UI gives to a component that is a container. */
interface System {
  getComponent(name: string, isContainer?: boolean): unknown
  layoutSelectors: { currentFilter(): unknown }
  layoutActions: { updateFilter(words: string): void }
}

/** What the page says, which Swagger UI would say in its own way. */
interface TryWords {
  /** Over the endpoints. */
  heading: string
  /** Names the field of the search. */
  search: string
}

/**
 * The layout of our page: a search over all that endpoints say, the field for a key, and the endpoints. What the page around it
 * says already is left out. No link stands inside a button, so that both can be reached by keyboard and by touch.
 */
export const tryLayout =
  (words: TryWords): Parameters<typeof SwaggerUI>[0]['plugins'][number] =>
  ({ React: { createElement: h } }: { React: ReactGiven }) => ({
    fn: { opsFilter: foundOperations },
    components: {
      TryLayout: ({ getComponent }: System) =>
        h(
          'div',
          { className: 'swagger-ui' },
          h(getComponent('SvgAssets')),
          h(
            'div',
            { className: 'try-tools' },
            h(getComponent('TrySearch', true)),
            h(getComponent('AuthorizeBtnContainer', true)),
          ),
          h(getComponent('errors', true)),
          h('h2', null, words.heading),
          h(getComponent('operations', true)),
        ),
      TrySearch: ({ layoutSelectors, layoutActions }: System) => {
        const typed = layoutSelectors.currentFilter()
        return h(
          'label',
          null,
          words.search,
          ' ',
          h('input', {
            type: 'search',
            value: typeof typed === 'string' ? typed : '',
            onChange: ({ target }: { target: HTMLInputElement }) => layoutActions.updateFilter(target.value),
          }),
        )
      },
    },
    wrapComponents: {
      DeepLink:
        () =>
        ({ text }: { text: string }) =>
          h('span', null, text),
    },
  })
