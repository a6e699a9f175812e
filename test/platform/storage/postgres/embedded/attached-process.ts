import { openEmbeddedServer } from '../../../../../platform/storage/postgres/embedded/server.ts'

/** A program that is attached to the embedded server until it receives SIGTERM or is killed. */
const [dataDir = ''] = process.argv.slice(2)
const server = await openEmbeddedServer(dataDir)
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.('open')
