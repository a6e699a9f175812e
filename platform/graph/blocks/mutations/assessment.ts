import type { Dependant } from '../../../storage/graph/blocks/dependants.ts'
import { builder, caseInsensitiveEnum } from '../../builder.ts'
import { BlockType } from '../../values/block-reference.ts'

const IMPACT_LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const

/** The impact of archiving a block on the blocks that depend on it. */
export interface Assessment {
  impactLevel: (typeof IMPACT_LEVELS)[number]
  dependants: readonly Dependant[]
  message: string
}

/** At this many dependants the impact is high, whatever their types. */
const HIGH_IMPACT_COUNT = 10

/** Assesses the impact: high if a workflow is triggered by the block, medium if an agent watches it, otherwise low. */
export function assess(dependants: readonly Dependant[]): Assessment {
  const has = (type: string) => dependants.some(({ block_type }) => block_type === type)
  const isHigh = has('workflow') || dependants.length >= HIGH_IMPACT_COUNT
  const count = dependants.length === 1 ? 'One other block depends' : `${dependants.length} other blocks depend`
  const visible = dependants.filter(({ is_seen }) => is_seen)
  const hidden = dependants.length - visible.length
  const unnamed = hidden > 0 ? ` (${hidden} of them not shared with you)` : ''
  return {
    impactLevel: isHigh ? 'HIGH' : has('agent') ? 'MEDIUM' : 'LOW',
    dependants: visible,
    message: `${count} on this one${unnamed}. Confirm to archive it anyway.`,
  }
}

const ImpactLevel = caseInsensitiveEnum('ImpactLevel', IMPACT_LEVELS)

const DependantRef = builder.objectRef<Dependant>('Dependant').implement({
  fields: (t) => ({
    id: t.exposeString('block_id', { nullable: false }),
    blockType: t.expose('block_type', { type: BlockType, nullable: false }),
    title: t.exposeString('title'),
  }),
})

const AssessmentRef = builder.objectRef<Assessment>('Assessment').implement({
  description:
    'The impact of archiving a block on the blocks that depend on it. Only dependants visible to the viewer are listed.',
  fields: (t) => ({
    impactLevel: t.expose('impactLevel', { type: ImpactLevel, nullable: false }),
    dependants: t.expose('dependants', { type: [DependantRef], nullable: { list: false, items: false } }),
    message: t.exposeString('message', { nullable: false }),
  }),
})

export const MetadataChange = builder.objectRef<{ assessment: Assessment }>('MetadataChange').implement({
  fields: (t) => ({ assessment: t.expose('assessment', { type: AssessmentRef, nullable: false }) }),
})
