import { activityFields } from '../activity-fields.ts'
import type { Row, Value } from '../field.ts'
import {
  boolean,
  currency,
  date,
  datetime,
  double,
  int,
  percent,
  picklist,
  READ_ONLY,
  REQUIRED,
  reference,
  text,
  textarea,
} from '../field-builders.ts'
import { objectType } from '../object-type.ts'
import { LEAD_SOURCES } from './picklists.ts'

interface Stage {
  probability: number
  forecast: string
  closed?: boolean
  won?: boolean
}

const STAGES: Readonly<Record<string, Stage>> = {
  Prospecting: { probability: 10, forecast: 'Pipeline' },
  Qualification: { probability: 10, forecast: 'Pipeline' },
  'Needs Analysis': { probability: 20, forecast: 'Pipeline' },
  'Proposal/Price Quote': { probability: 75, forecast: 'BestCase' },
  'Negotiation/Review': { probability: 90, forecast: 'Commit' },
  'Closed Won': { probability: 100, forecast: 'Closed', closed: true, won: true },
  'Closed Lost': { probability: 0, forecast: 'Omitted', closed: true },
}

export const OPPORTUNITY = objectType({
  name: 'Opportunity',
  labelPlural: 'Opportunities',
  keyPrefix: '006',
  fields: [
    reference('AccountId', 'Account ID', ['Account'], { children: 'Opportunities', cascadeDelete: true }),
    reference('ContactId', 'Contact ID', ['Contact'], { updateable: false, children: 'Opportunities' }),
    reference('CampaignId', 'Campaign ID', ['Campaign']),
    reference('Pricebook2Id', 'Price Book ID', ['Pricebook2']),
    boolean('IsPrivate', 'Private'),
    text('Name', 'Opportunity Name', { length: 120, ...REQUIRED, nameField: true }),
    textarea('Description', 'Description', { length: 32_000 }),
    picklist('StageName', 'Stage', Object.keys(STAGES), REQUIRED),
    currency('Amount'),
    percent('Probability', 'Probability (%)', { defaultedOnCreate: true }),
    currency('ExpectedRevenue', 'Expected Amount', { ...READ_ONLY, nillable: true }),
    double('TotalOpportunityQuantity', 'Quantity'),
    date('CloseDate', 'Close Date', REQUIRED),
    picklist('Type', 'Opportunity Type', ['Existing Business', 'New Business']),
    text('NextStep', 'Next Step'),
    picklist('LeadSource', 'Lead Source', LEAD_SOURCES),
    boolean('HasOpportunityLineItem', 'Has Line Item', READ_ONLY),
    int('FiscalQuarter', 'Fiscal Quarter', { ...READ_ONLY, nillable: true }),
    int('FiscalYear', 'Fiscal Year', { ...READ_ONLY, nillable: true }),
    datetime('LastStageChangeDate', 'Last Stage Change Date', { ...READ_ONLY, nillable: true }),
    int('PushCount', 'Push Count', { ...READ_ONLY, nillable: true }),
    ...activityFields(),
    boolean('IsClosed', 'Closed', READ_ONLY),
    boolean('IsWon', 'Won', READ_ONLY),
    picklist('ForecastCategory', 'Forecast Category', ['Omitted', 'Pipeline', 'BestCase', 'Commit', 'Closed'], {
      ...READ_ONLY,
      nillable: false,
    }),
  ],
  derive: withStage,
})

/** A new stage sets its probability, unless the write changes the probability as well. */
function withStage(row: Row, previous?: Row): Row {
  const stage = STAGES[String(row.StageName)] ?? { probability: 0, forecast: 'Pipeline' }
  const moved = row.StageName !== previous?.StageName && row.Probability === previous?.Probability
  return {
    ...row,
    Probability: moved ? stage.probability : (row.Probability ?? null),
    ForecastCategory: stage.forecast,
    ExpectedRevenue: toExpectedRevenue(row, moved ? stage.probability : row.Probability),
    FiscalYear: Number(String(row.CloseDate).slice(0, 4)) || null,
    FiscalQuarter: Math.ceil(Number(String(row.CloseDate).slice(5, 7)) / 3) || null,
    IsClosed: stage.closed ?? false,
    IsWon: stage.won ?? false,
  }
}

function toExpectedRevenue({ Amount }: Row, probability: Value | undefined): Value {
  return typeof Amount === 'number' && typeof probability === 'number' ? (Amount * probability) / 100 : null
}

export const OPPORTUNITY_CONTACT_ROLE = objectType({
  name: 'OpportunityContactRole',
  label: 'Opportunity Contact Role',
  keyPrefix: '00K',
  owner: 'none',
  searchable: false,
  fields: [
    reference('OpportunityId', 'Opportunity ID', ['Opportunity'], {
      ...REQUIRED,
      updateable: false,
      children: 'OpportunityContactRoles',
      cascadeDelete: true,
    }),
    reference('ContactId', 'Contact ID', ['Contact'], {
      ...REQUIRED,
      children: 'OpportunityContactRoles',
      cascadeDelete: true,
    }),
    picklist('Role', 'Role', ['Business User', 'Decision Maker', 'Economic Buyer', 'Evaluator', 'Influencer', 'Other']),
    boolean('IsPrimary', 'Primary'),
  ],
})
