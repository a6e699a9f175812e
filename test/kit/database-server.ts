import type { openEmbeddedServer } from '../../platform/storage/postgres/embedded/server.ts'
import { SERVER_FOLDER } from './server-folder.ts'

type Server = Awaited<ReturnType<typeof openEmbeddedServer>>

declare global {
  var databaseServer: Server | undefined
}

/**
 * Keeps the embedded server of the tests running until the last test file has ended. Each file has its own database. What
 * is committed is not forced to the disk, which would take most of the time of tests that write: these databases need not
 * survive a failure of the machine. Tests that kill a server start one of their own.
 */
export default async function startServer(): Promise<void> {
  if (process.env.TEST_DATABASE_URL ?? process.env.TEST_CLUSTER_URL) return
  const { openEmbeddedServer } = await import('../../platform/storage/postgres/embedded/server.ts')
  globalThis.databaseServer = await openEmbeddedServer(SERVER_FOLDER)
  const { Client } = await import('pg')
  const admin = new Client(globalThis.databaseServer.address)
  await admin.connect()
  await admin.query('alter system set fsync = off')
  await admin.query('select pg_reload_conf()')
  await admin.end()
}
