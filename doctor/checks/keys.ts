import type { Reporter } from '../finding.ts'
import type { Reply } from '../requests.ts'

/** Which keys of PLATFORM_API_KEY the other side accepts. The first one is sent. */
export function reportKeys(report: Reporter, check: string, other: string, replies: readonly Reply[]): void {
  const accepted = replies.map((reply) => 'status' in reply && reply.status !== 401 && reply.status !== 403)
  const [first] = accepted
  const same = 'Set the same PLATFORM_API_KEY on both sides; docs/operating.md has the order of a rotation.'
  if (!first) report.error(check, `the ${other} rejects the first key of PLATFORM_API_KEY`, same)
  else if (accepted.length === 1) report.ok(check, `the ${other} accepts it`)
  else {
    const others = accepted.slice(1).filter(Boolean).length
    report.warning(
      check,
      `a rotation is under way: the ${other} accepts the first key and ${others} of ${accepted.length - 1} others`,
      others === accepted.length - 1
        ? 'Go on with the next step of the rotation in docs/operating.md.'
        : 'Set both keys on both sides, or, if this is the last step, the new one alone.',
    )
  }
}
