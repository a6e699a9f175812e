import { identityOf, isCompany, nameOfKind } from '../../../text/tags.ts'
import type { Item } from '../feed.ts'
import { type Description, joinNames, type Line, nameOfTag, quote, tagLine } from './description.ts'

const FIELD_LABELS: Readonly<Record<string, string>> = {
  alias: 'Name',
  friendlyName: 'Friendly name',
  tagType: 'Kind',
  tagSubType: 'Kind in detail',
  email: 'Address',
  emailDomain: 'Domain',
  url: 'Web page',
  avatar: 'Picture',
  favicon: 'Icon',
  phoneNumber: 'Phone',
  description: 'Description',
  externalId: 'Id elsewhere',
}

/** A new person, company or topic, a changed one, or its record at a vendor. */
export function upsertTag(item: Item): Description | undefined {
  const detail = item.tagRecommendation
  if (!detail) return undefined
  const { tag, table, fields, values } = detail
  if (table) {
    const labels = new Map(table.metadata?.fields.map(({ name, label }) => [name, label]))
    const name = tag?.alias ?? item.displayTitle
    const tableName = table.metadata?.label || table.title || 'the table'
    return {
      effect: `Adds ${name} to ${tableName} in the application that the table belongs to, and links the new record to them.`,
      before: [
        ...(tag ? [tagLine('Person', { ...item, tags: [...item.tags, { ...tag, taskCount: null }] }, tag._id)] : []),
        { label: tableName, value: 'No record', to: `/tables/${table._id}` },
      ],
      after: values.map((value) => ({ label: labels.get(value.name) ?? value.name, value: value.value ?? '' })),
      accept: item.displayLabel || 'Add the record',
    }
  }
  const after = fields.map(({ name, value }) => ({ label: FIELD_LABELS[name] ?? name, value: value || 'Empty' }))
  if (!tag) {
    const name = fields.find((field) => field.name === 'alias')?.value ?? item.displayTitle
    return {
      effect: `Adds ${quote(name)} to the people and companies of your graph.`,
      before: [],
      after,
      accept: item.displayLabel || 'Add',
    }
  }
  const current = tag as Readonly<Record<string, unknown>>
  return {
    effect: `Changes ${joinNames(after.map(({ label }) => label.toLowerCase()))} of ${tag.alias}.`,
    before: fields.map(({ name }): Line => {
      const value = current[name]
      return {
        label: FIELD_LABELS[name] ?? name,
        value: typeof value === 'string' && value !== '' ? value : 'Empty',
        to: `/tags/${tag._id}`,
      }
    }),
    after,
    accept: item.displayLabel || 'Change',
  }
}

/** Two tags that are one: which stays, and what moves. */
export function mergeTags(item: Item): Description | undefined {
  const detail = item.mergeTagsRecommendation
  if (!detail?.keepTagId) return undefined
  const { keepTagId, tagIds } = detail
  const target = nameOfTag(item, keepTagId)
  const merged = tagIds.map((id) => nameOfTag(item, id))
  const lineOf = (id: string): Line => {
    const tag = item.tags.find(({ _id }) => _id === id)
    const kind = tag ? (isCompany(tag) ? 'Company' : nameOfKind(tag)) : 'Tag'
    const facts = [tag?.alias, tag && identityOf(tag), tag?.taskCount ? `${tag.taskCount} open tasks` : ''].filter(
      Boolean,
    )
    return { label: capitalized(kind), value: facts.join(' · ') || 'Gone', to: `/tags/${id}` }
  }
  return {
    effect:
      `${target} stays. Everything that is linked to ${joinNames(merged)} – mail, meetings, notes, tasks, records – ` +
      `moves to ${target}, and ${joinNames(merged)} ${merged.length === 1 ? 'is' : 'are'} archived. This cannot be undone here.`,
    before: [keepTagId, ...tagIds].map(lineOf),
    after: [{ ...lineOf(keepTagId), label: 'Stays' }, ...tagIds.map((id) => ({ ...lineOf(id), label: 'Archived' }))],
    accept: item.displayLabel || 'Merge',
  }
}

export function linkBusinessObject(item: Item): Description | undefined {
  const { tagId, url, provider } = item.businessObjectRecommendation ?? {}
  if (!tagId || !url) return undefined
  const name = nameOfTag(item, tagId)
  return {
    effect: `Attaches the link to ${name}, where everybody who opens their page finds it.`,
    before: [tagLine('Tag', item, tagId)],
    after: [{ label: provider || 'Link', value: url }],
    accept: item.displayLabel || 'Attach',
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
