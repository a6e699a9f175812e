import type { BlockType } from '../../../../platform/client/index.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import type { ChartSeries } from './data.ts'

/** The kinds of blocks as series of a chart, with the colours that they have everywhere. */
export function kindSeries(types: readonly BlockType[]): ChartSeries[] {
  return types.map((key) => {
    const { singular, plural, color } = BLOCK_KINDS[key]
    return { key, singular, plural, color }
  })
}
