import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

/** PostGraphile as its documentation starts it for production: no console, no explaining, no watching. */
const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['peer'],
      poolConfig: { max: 10 },
    }),
  ],
  schema: { defaultBehavior: '-connection +list' },
  grafserv: { graphiql: false, watch: false, graphqlPath: '/graphql' },
  grafast: { explain: false },
}

const server = createServer()
await postgraphile(preset).createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
