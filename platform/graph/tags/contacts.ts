import { findLastContacts, findOrganizations } from '../../storage/graph/tags/contacts.ts'
import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { builder } from '../builder.ts'
import { Tag } from './tag.ts'

const readOrganizations: BatchFunction<string, TagRow> = ({ db, viewer }, domains) =>
  findOrganizations(db, viewer, domains)
const readLastContacts: BatchFunction<string, number> = ({ db, viewer, now }, ids) =>
  findLastContacts(db, viewer, ids, now())

builder.objectFields(Tag, (t) => ({
  organization: t.field({
    type: Tag,
    nullable: true,
    description: "Of a person: the organization with the domain of the person's email.",
    resolve: async ({ tag_type, email_domain }, _args, context) =>
      tag_type === 'person' && email_domain !== null ? load(context, readOrganizations, email_domain) : null,
  }),
  dateLastContact: t.float({
    nullable: true,
    description: 'The time of the latest email, message, event or transcription that is linked to the tag, up to now.',
    resolve: async ({ tag_id }, _args, context) => load(context, readLastContacts, tag_id),
  }),
}))
