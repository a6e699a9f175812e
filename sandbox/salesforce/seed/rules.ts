import type { Org } from '../org/organization.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'

/** The validation rules, duplicate rules and report that administrators have configured. */
export function addRules(context: WriteContext, org: Org): void {
  org.validationRules.push(
    { object: 'Opportunity', errorWhen: 'Amount < 0', message: 'An amount may not be negative.', field: 'Amount' },
    {
      object: 'Project__c',
      errorWhen: "Phase__c = 'Done' AND End_Date__c = null",
      message: 'A project that is done needs an end date.',
    },
  )
  for (const object of ['Contact', 'Lead']) {
    org.duplicateRules.push({
      object,
      name: `Standard_${object}_Duplicate_Rule`,
      matchRule: `Standard_${object}_Match_Rule_v1_1`,
      fields: ['Email', 'LastName'],
      action: 'alert',
    })
  }
  const report = insertUnchecked(context, 'Report', {
    Name: 'Open pipeline by account',
    DeveloperName: 'Open_pipeline_by_account',
    FolderName: 'Sales Reports',
    Format: 'Tabular',
  })
  org.reports.push({
    id: String(report.Id),
    object: 'Opportunity',
    columns: ['Account.Name', 'Name', 'StageName', 'Amount', 'CloseDate'],
    where: 'IsClosed = false',
  })
}
