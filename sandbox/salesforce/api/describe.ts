import type { Answer } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { reply } from '../error-form.ts'
import { objectFor } from '../records/writer.ts'
import { describeBriefly, describeFully } from '../schema/describe.ts'
import type { Resource } from './guard.ts'
import type { Session } from './session.ts'

const MAX_BATCH_SIZE = 200

export const DESCRIBE_RESOURCES: readonly Resource[] = [
  { method: 'GET', path: '/sobjects', handle: describeGlobal },
  { method: 'GET', path: '/sobjects/:object', handle: basicInformation },
  { method: 'GET', path: '/sobjects/:object/describe', handle: describe },
]

function describeGlobal({ view, version }: Session): Answer {
  const sobjects = view.objects().map((object) => describeBriefly(object, version))
  return reply({ encoding: 'UTF-8', maxBatchSize: MAX_BATCH_SIZE, sobjects })
}

function basicInformation(session: Session, call: Call): Answer {
  const object = objectFor(session, call.params.object ?? '')
  return reply({ objectDescribe: describeBriefly(object, session.version), recentItems: [] })
}

function describe(session: Session, call: Call): Answer {
  const object = objectFor(session, call.params.object ?? '')
  return reply(describeFully(session.view, object, session.version))
}
