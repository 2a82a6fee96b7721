import { type Machine, PORTS } from './machine'

/** The first line of the file, by which a later run knows it. */
export const CADDY_MARK = '# Made by certs setup.'

/** Where Caddy finds both sides, and lines of its own for all sites. */
export interface CaddyPlace {
  desk: string
  public: string
  options: readonly string[]
}

/** Of a machine with one process of each side. */
export const HERE: CaddyPlace = { desk: `127.0.0.1:${PORTS.desk}`, public: `127.0.0.1:${PORTS.public}`, options: [] }

/**
 * Caddy in front of both sides, with TLS. The desk's addresses are those of `server/exchange/route-role.ts`; the public
 * side answers 404 to whatever of the desk comes to it otherwise.
 */
export function caddySite({ baseUrl, tls }: Pick<Machine, 'baseUrl' | 'tls'>, place: CaddyPlace = HERE): string {
  const down = (type: string, text: string) => `			header content-type "${type}"
			header retry-after 5
			header cache-control no-store
			respond \`${text}\` 503`
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>Could not check just now</title><h1>Could not check just now</h1>' +
    '<p>This says nothing about the certificate. Try again in a moment.</p></html>'
  const json = '{"success":false,"error":"The request could not be completed just now. Try again in a moment."}'
  return `${CADDY_MARK} A later run writes it again, and keeps tls and the ports behind reverse_proxy.
{
${place.options.map((line) => `	${line}\n`).join('')}	# These would write addresses and serials.
	log default {
		exclude http.log.error http.handlers.reverse_proxy
	}
}

${new URL(baseUrl).host} {
${tls ? `	tls ${JSON.stringify(tls.certificate)} ${JSON.stringify(tls.key)}\n` : ''}	@metrics path /api/metrics
	handle @metrics {
		respond 404
	}
	@desk path /dashboard /dashboard/* /api/issuer /api/issuer/* /api/public/status/* /witness/*
	handle @desk {
		reverse_proxy ${place.desk} {
			# A process that is being restarted refuses the connection; a request that was begun is not sent twice.
			lb_try_duration 10s
			lb_try_interval 250ms
		}
	}
	handle {
		reverse_proxy ${place.public} {
			lb_try_duration 10s
			lb_try_interval 250ms
		}
	}
	# Where no process answers, nothing is said about any certificate, and programs are answered in JSON.
	handle_errors {
		@api path /api/*
		handle @api {
${down('application/json', json)}
		}
		handle {
${down('text/html; charset=utf-8', page)}
		}
	}
}
`
}
