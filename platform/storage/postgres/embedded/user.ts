import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The user the server runs as. PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
export interface ServerUser {
  /** Absent: the current user. */
  ids?: { uid: number; gid: number }
}

const UNPRIVILEGED_USER = 'nobody'

/** The owner of existing data, since the server refuses the data of another user; else an unprivileged user if we are root. */
export function resolveServerUser(cluster: string): ServerUser {
  if (process.getuid?.() !== 0) return {}
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return { ids: owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findUnprivilegedUser() }
}

function findUnprivilegedUser(): { uid: number; gid: number } {
  const entry = new RegExp(`^${UNPRIVILEGED_USER}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))
  if (!entry) {
    throw new Error(
      `PostgreSQL cannot run as root and there is no user "${UNPRIVILEGED_USER}": set DATABASE_URL instead`,
    )
  }
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

/** Whether the user may traverse all folders of a path. Root's home folder is closed to others on most machines. */
export function canReach({ ids }: ServerUser, path: string): boolean {
  if (!ids) return true
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder)
    const shift = uid === ids.uid ? 6 : gid === ids.gid ? 3 : 0
    if (((mode >> shift) & 1) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * The command, arguments and spawn options to run a program as the server's user. When the data are below a folder closed
 * to that user, `setpriv` (util-linux) grants the one capability needed to read it, CAP_DAC_OVERRIDE.
 */
export function commandForUser(user: ServerUser, data: string, command: string, args: readonly string[]) {
  if (!user.ids) return { command, args: [...args], options: {} }
  if (canReach(user, data)) return { command, args: [...args], options: { uid: user.ids.uid, gid: user.ids.gid } }
  const ids = [`--reuid=${user.ids.uid}`, `--regid=${user.ids.gid}`, '--clear-groups']
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return { command: 'setpriv', args: [...ids, ...capability, command, ...args], options: {} }
}
