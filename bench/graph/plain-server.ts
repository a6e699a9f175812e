import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { SQL_QUERIES } from './plain-sql.ts'

/**
 * Serves the hand-written statements over bare node:http, without sign-in, validation and GraphQL. The request is
 * `POST {query, parameters}`. The pool is as large as the platform's; PGHOST etc. select the database.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ max: 10 })

createServer(async (request: IncomingMessage, response) => {
  if (request.method !== 'POST') return response.end('hello\n')
  const { query, parameters } = JSON.parse(await text(request))
  const rows = await SQL_QUERIES[query as keyof typeof SQL_QUERIES](pool, parameters)
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { rows } }))
}).listen(Number(process.env.PORT), '127.0.0.1')

process.once('SIGTERM', () => process.exit(0))
