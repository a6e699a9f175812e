import { openEmbeddedServer } from '../../../../../platform/storage/postgres/embedded/server.ts'

/** A program that uses the embedded server until it is told to end, or is killed. */
const [dataDir = ''] = process.argv.slice(2)
const server = await openEmbeddedServer(dataDir)
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.('open')
