import type { TagReference } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toId } from '../api/ids.ts'
import type { SalesforceSettings } from '../settings.ts'

/** The ids of a tag at this provider: its own external id first, then those of its links. */
export function toTagIds({ provider, application }: Call<SalesforceSettings>, tag: TagReference): string[] {
  const links = (tag.externalIdLinks ?? []).filter((link) => {
    return (link.provider ?? provider) === provider && (link.application ?? application) === application
  })
  const texts = [tag.externalId ?? '', ...links.map((link) => link.externalId)]
  return [...new Set(texts.flatMap((text) => toId(text) ?? []))]
}
