import type { openEmbeddedServer } from '../../platform/storage/postgres/embedded/server.ts'
import { SERVER_FOLDER } from './server-folder.ts'

type Server = Awaited<ReturnType<typeof openEmbeddedServer>>

declare global {
  var databaseServer: Server | undefined
}

/** Keeps the embedded server of the tests running until the last test file has ended. Each file has its own database. */
export default async function startServer(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  const { openEmbeddedServer } = await import('../../platform/storage/postgres/embedded/server.ts')
  globalThis.databaseServer = await openEmbeddedServer(SERVER_FOLDER)
}
