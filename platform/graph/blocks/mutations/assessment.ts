import type { Dependant } from '../../../storage/graph/blocks/dependants.ts'
import { bothCases, builder } from '../../builder.ts'
import { BlockType } from '../../values/block-reference.ts'

const IMPACT_LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const

/** What archiving a block would mean for others. */
export interface Assessment {
  impactLevel: (typeof IMPACT_LEVELS)[number]
  dependants: readonly Dependant[]
  message: string
}

/** From so many dependants on the impact is high, whatever they are. */
const MANY = 10

/** A workflow that starts from a block stops with it, an agent loses sight of it, others only point at it. */
export function assess(dependants: readonly Dependant[]): Assessment {
  const has = (type: string) => dependants.some(({ block_type }) => block_type === type)
  const isHigh = has('workflow') || dependants.length >= MANY
  const count = dependants.length === 1 ? 'One other block depends' : `${dependants.length} other blocks depend`
  const seen = dependants.filter(({ is_seen }) => is_seen)
  const hidden = dependants.length - seen.length
  const unnamed = hidden > 0 ? ` (${hidden} of them not shared with you)` : ''
  return {
    impactLevel: isHigh ? 'HIGH' : has('agent') ? 'MEDIUM' : 'LOW',
    dependants: seen,
    message: `${count} on this one${unnamed}. Confirm to archive it all the same.`,
  }
}

const ImpactLevel = bothCases('ImpactLevel', IMPACT_LEVELS)

const DependantRef = builder.objectRef<Dependant>('Dependant').implement({
  fields: (t) => ({
    id: t.exposeString('block_id', { nullable: false }),
    blockType: t.expose('block_type', { type: BlockType, nullable: false }),
    title: t.exposeString('title'),
  }),
})

const AssessmentRef = builder.objectRef<Assessment>('Assessment').implement({
  description: 'What archiving a block would mean for those that depend on it. Those that the viewer sees are named.',
  fields: (t) => ({
    impactLevel: t.expose('impactLevel', { type: ImpactLevel, nullable: false }),
    dependants: t.expose('dependants', { type: [DependantRef], nullable: { list: false, items: false } }),
    message: t.exposeString('message', { nullable: false }),
  }),
})

export const MetadataChange = builder.objectRef<{ assessment: Assessment }>('MetadataChange').implement({
  fields: (t) => ({ assessment: t.expose('assessment', { type: AssessmentRef, nullable: false }) }),
})
