import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { PLAIN_MUTATIONS } from './plain-mutations.ts'

/**
 * Serves the hand-written mutations over bare node:http, without sign-in, validation and GraphQL. The request is
 * `POST {mutation, parameters}`. The pool is as large as the platform's; PGHOST etc. select the database.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ max: 10 })

createServer(async (request: IncomingMessage, response) => {
  if (request.method !== 'POST') return response.end('hello\n')
  const { mutation, parameters } = JSON.parse(await text(request))
  try {
    const data = await PLAIN_MUTATIONS[mutation as keyof typeof PLAIN_MUTATIONS](pool, parameters)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1')

process.once('SIGTERM', () => process.exit(0))
