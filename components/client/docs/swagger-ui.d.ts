/** What is used of the package, which has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SentRequest {
    url: string
    method?: string
    headers?: Record<string, string>
    credentials?: RequestCredentials
  }

  interface Options {
    domNode: HTMLElement
    spec: object
    deepLinking: boolean
    docExpansion: 'list' | 'full' | 'none'
    defaultModelsExpandDepth: number
    filter: boolean
    persistAuthorization: boolean
    queryConfigEnabled: boolean
    requestSnippetsEnabled: boolean
    syntaxHighlight: { activated: boolean }
    tryItOutEnabled: boolean
    validatorUrl: null
    requestInterceptor: (request: SentRequest) => SentRequest
    layout: string
    plugins: ((system: { React: { createElement(...given: unknown[]): unknown } }) => object)[]
  }

  export default function SwaggerUI(options: Options): unknown
}
