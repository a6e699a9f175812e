import { addDays } from '../../core/time/dates.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { Row } from '../schema/field.ts'
import type { AccountIds } from './accounts.ts'
import type { ContactIds } from './people.ts'

/** Opportunities, cases and tasks around the start date of the sandbox. */
export function addDeals(context: WriteContext, accounts: AccountIds, contacts: ContactIds): void {
  const today = new Date(context.now).toISOString().slice(0, 10)
  const opportunity = (AccountId: string, Name: string, StageName: string, days: number, fields: Row = {}) =>
    String(
      insertUnchecked(context, 'Opportunity', {
        AccountId,
        Name,
        StageName,
        CloseDate: addDays(today, days),
        ...fields,
      }).Id,
    )
  const renewal = opportunity(accounts.halden, 'Halden – framework renewal', 'Negotiation/Review', 18, {
    Amount: 240_000,
  })
  opportunity(accounts.halden, 'Halden – warehouse pilot', 'Prospecting', 75, {
    Amount: 18_500,
    NextStep: 'Site visit',
  })
  opportunity(accounts.halden, 'Halden – 2025 order', 'Closed Won', -140, { Amount: 96_000 })
  opportunity(accounts.sakurai, '桜井精密 – 検査装置', 'Proposal/Price Quote', 30, { Amount: 132_000 })
  opportunity(accounts.kestrel, 'Kestrel – route planning', 'Needs Analysis', 52)
  opportunity(accounts.kestrel, 'Kestrel – tracking trial', 'Closed Lost', -25, { Amount: 12_000 })
  opportunity(accounts.volna, 'Волна – rebranding', 'Qualification', 44, { Amount: 27_300 })
  insertUnchecked(context, 'OpportunityContactRole', {
    OpportunityId: renewal,
    ContactId: contacts.ingrid,
    Role: 'Decision Maker',
    IsPrimary: true,
  })
  addCases(context, accounts, contacts)
  const due = { ActivityDate: addDays(today, 2), WhatId: renewal, WhoId: contacts.ingrid }
  insertUnchecked(context, 'Task', { Subject: 'Send the revised price list', ...due })
  insertUnchecked(context, 'Task', {
    Subject: 'Call',
    WhoId: contacts.lars,
    Status: 'Completed',
    ActivityDate: addDays(today, -6),
  })
}

function addCases(context: WriteContext, accounts: AccountIds, contacts: ContactIds): void {
  const add = (fields: Row) => insertUnchecked(context, 'Case', fields)
  add({ AccountId: accounts.halden, ContactId: contacts.lars, Subject: 'Delivery note is missing', Priority: 'High' })
  add({ AccountId: accounts.halden, ContactId: contacts.ingrid, Subject: 'Wrong VAT number', Status: 'Closed' })
  add({
    AccountId: accounts.sakurai,
    ContactId: contacts.kenji,
    Subject: '納期の確認',
    Status: 'Working',
    Origin: 'Email',
  })
  add({ SuppliedEmail: 'dispatch@kestrel.example', Subject: 'Cannot log in', Origin: 'Web', Status: 'Escalated' })
}
