/**
 * Exits with 0 if a program responds with status 200, and with 1 otherwise. The argument is a path of the program of this
 * container, which listens on PORT, or a URL. By default it is /api/v1/hello: whether the process is alive.
 */
const [target = '/api/v1/hello'] = process.argv.slice(2)
const url = new URL(target, `http://127.0.0.1:${process.env.PORT ?? 8080}`)
const TIMEOUT_MS = 4_000

const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => error)
if (response instanceof Response && response.status === 200) process.exit(0)
const reason = response instanceof Response ? `responds with status ${response.status}` : 'does not respond'
process.stderr.write(`${url.href} ${reason}.\n`)
process.exit(1)
