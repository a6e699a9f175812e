import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { PLAIN } from './plain-sql.ts'

/**
 * The hand-written statements over bare node:http: no sign-in, no checks, no GraphQL. `POST {question, asked}`. The
 * database is where PGHOST and its like say, reached by as many connections as the platform has.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ max: 10 })

createServer(async (request: IncomingMessage, response) => {
  if (request.method !== 'POST') return response.end('hello\n')
  const { question, asked } = JSON.parse(await text(request))
  const rows = await PLAIN[question as keyof typeof PLAIN](pool, asked)
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { rows } }))
}).listen(Number(process.env.PORT), '127.0.0.1')

process.once('SIGTERM', () => process.exit(0))
