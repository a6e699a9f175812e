import type { Row } from '../schema/field.ts'
import { newRow, type WriteContext } from './new-row.ts'

/** Creates the primary role of a contact that is given when an opportunity is created (Object Reference, "Opportunity"). */
export function addPrimaryRole(context: WriteContext, { Id = null, ContactId = null }: Row, previous?: Row): void {
  if (previous || ContactId === null) return
  const type = context.database.schema.object('OpportunityContactRole')
  if (!type) return
  context.database.put(type.name, { ...newRow(context, type), OpportunityId: Id, ContactId, IsPrimary: true })
}

/** An opportunity has one primary role at most, from which its ContactId is derived. */
export function updatePrimaryContact({ database }: WriteContext, role: Row): void {
  const opportunity = database.get('Opportunity', String(role.OpportunityId))
  if (!opportunity) return
  const roles = database.findByValue('OpportunityContactRole', 'OpportunityId', role.OpportunityId ?? null)
  for (const other of roles) {
    const isReplaced = role.IsPrimary && other.Id !== role.Id && other.IsPrimary
    if (isReplaced) database.put('OpportunityContactRole', { ...other, IsPrimary: false })
  }
  const primary = role.IsPrimary ? role : roles.find(({ Id, IsPrimary }) => IsPrimary && Id !== role.Id)
  database.put('Opportunity', { ...opportunity, ContactId: primary?.ContactId ?? null })
}
