import { useState } from 'react'
import { MarkFavoriteDocument } from '../documents.ts'
import { useGraphMutation } from '../graph/use-graph.ts'
import { notifyFailure } from '../ui/notify.ts'
import type { ShownBlock } from './shown-block.ts'

/** Whether a block is a favourite of the person, shown at once when it is switched. */
export function useFavorite({ _id, favorite }: Pick<ShownBlock, '_id' | 'favorite'>) {
  const mutation = useGraphMutation(MarkFavoriteDocument, { topics: [`block:${_id}`] })
  // Until it has been loaded again.
  const [switched, setSwitched] = useState<boolean>()
  const isOn = switched ?? favorite ?? false
  const toggle = async () => {
    setSwitched(!isOn)
    try {
      await mutation.mutateAsync({ input: { _id, favorite: !isOn } })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setSwitched(undefined)
    }
  }
  return { isOn, toggle }
}
