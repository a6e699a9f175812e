import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The data of the embedded server of the tests. It is kept for the next run. */
export const SERVER_FOLDER = join(tmpdir(), `provider-hub-tests-${process.getuid?.()}`)
