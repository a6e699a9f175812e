import { PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import { WORD_TYPE } from '../../core/office/word-writer.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { Permission, Role } from '../drive/file.ts'
import { addFile, type NewDriveFile } from '../drive/new-file.ts'
import { createFileId, type Drive } from '../drive/store.ts'
import { FILE_ID, LEGACY_KEY, SALES_DRIVE } from './file-ids.ts'
import { PDF } from './files.ts'
import { createContract, createTemplateTabs } from './proposal-template.ts'

interface OwnedFile extends NewDriveFile {
  owner: PersonKey
}

/** Fills Drive: templates, sheets, and what colleagues share with Ada. */
export function addSampleFiles(drive: Drive, days: RelativeDates): void {
  const roles: [PersonKey, Role][] = [
    ['ada', 'organizer'],
    ['bilal', 'writer'],
    ['esther', 'reader'],
  ]
  const members = new Map(roles.map(([key, role]) => [PEOPLE[key].email, role]))
  drive.sharedDrives.set(SALES_DRIVE, { id: SALES_DRIVE, name: 'Sales', members })
  for (const { owner, ...file } of [...createAdasFiles(days), ...createSharedFiles(days)]) {
    addFile(drive, PEOPLE[owner].email, file, days.epochMs(-3, 'Mon', '09:00'))
  }
}

function share(key: PersonKey, role: Role = 'reader'): Permission {
  return { type: 'user', email: PEOPLE[key].email, role }
}

function createAdasFiles(days: RelativeDates): OwnedFile[] {
  const owner = 'ada'
  const createdAt = days.epochMs(-5, 'Tue', '10:00')
  const parents = [FILE_ID.proposals]
  return [
    {
      owner,
      id: FILE_ID.proposals,
      name: 'Proposals',
      folder: true,
      permissions: [share('bilal', 'writer')],
      createdAt,
    },
    {
      owner,
      id: FILE_ID.template,
      name: 'Proposal template',
      tabs: createTemplateTabs(),
      parents,
      permissions: [share('bilal')],
      createdAt,
      modifiedAt: days.epochMs(-1, 'Thu', '16:20'),
    },
    {
      owner,
      id: FILE_ID.letter,
      name: 'Welcome letter',
      text: 'Dear {{Name}},\nwelcome to {{Company}}!\n\nAda Moreau',
      createdAt,
    },
    {
      owner,
      id: FILE_ID.customers,
      name: 'Customers 2026',
      sheets: {
        Customers: [
          ['Company', 'Contact', 'City', 'Seats', 'Since'],
          ['Halden Trelast AS', 'Ingrid Sørensen', 'Halden', 40, '2019-03-01'],
          ['桜井精密株式会社', '田中 健二', '大阪', 12, '2024-10-15'],
          ['Kestrel Freight, Inc.', 'Maya Whitfield', 'Portland', 85, '2025-06-30'],
        ],
        "Quarter's totals": [
          ['Quarter', 'Seats'],
          ['Q1', { formula: '=SUM(Customers!D2:D4)', value: '137' }],
        ],
      },
      permissions: [share('esther', 'writer')],
      createdAt,
    },
    {
      owner,
      id: FILE_ID.notes,
      name: 'Halden – notes of the renewal talk',
      text: 'Halden renews for two years at 17,200 EUR.\nIngrid needs the contract for her legal team by Friday.',
      parents,
      createdAt: days.epochMs(0, 'Mon', '08:10'),
    },
    {
      owner,
      id: FILE_ID.pitch,
      name: 'Pitch for Kestrel',
      slides: ['A second warehouse in six weeks', 'What it costs', 'Next steps'],
      createdAt,
    },
    {
      owner,
      id: FILE_ID.contract,
      name: 'Framework contract.docx',
      bytes: createContract(),
      mimeType: WORD_TYPE,
      createdAt,
    },
    { owner, id: FILE_ID.price, name: 'Price list 2026.pdf', bytes: PDF, mimeType: 'application/pdf', createdAt },
    { owner, id: FILE_ID.shortcut, name: 'The template', shortcutTo: FILE_ID.template, createdAt },
    { owner, id: FILE_ID.brokenShortcut, name: 'Gone', shortcutTo: createFileId('a file that was deleted'), createdAt },
    { owner, id: FILE_ID.trashed, name: 'Proposal 2024', text: 'Out of date.', trashed: true, createdAt },
    {
      owner,
      id: FILE_ID.archive,
      name: 'Minutes since 2015',
      text: 'A long story.',
      exportBytes: 14 * 2 ** 20,
      createdAt,
    },
  ]
}

/** What colleagues have, as far as Ada may see it. The last one she may not. */
function createSharedFiles(days: RelativeDates): OwnedFile[] {
  const createdAt = days.epochMs(-4, 'Wed', '11:30')
  return [
    {
      owner: 'bilal',
      id: FILE_ID.playbook,
      name: 'Sales playbook',
      text: 'Ask first, show later.\nEvery promise of a talk gets a date.',
      driveId: SALES_DRIVE,
      createdAt,
    },
    {
      owner: 'esther',
      id: FILE_ID.forecast,
      name: 'Forecast Q2',
      sheets: {
        Forecast: [
          ['Customer', 'Plan', 'Expected'],
          ['Halden', 16_000, 17_200],
          ['Kestrel', 22_000, 31_000],
        ],
      },
      permissions: [share('ada')],
      createdAt,
    },
    {
      owner: 'chloe',
      id: FILE_ID.boardPack,
      name: 'Board pack',
      text: 'Partnerships: three slides and a joke.',
      permissions: [share('ada', 'commenter')],
      copyRequiresWriterPermission: true,
      createdAt,
    },
    {
      owner: 'dmitri',
      id: FILE_ID.handbook,
      name: 'Import handbook',
      text: 'One sheet with name, bank account and GST number each.',
      permissions: [{ type: 'domain', domain: 'meridian.example', role: 'reader' }],
      createdAt,
    },
    {
      owner: 'dmitri',
      id: FILE_ID.legacy,
      name: 'Proof of concept 2019',
      text: 'Import of 120k rows: 38 s.',
      permissions: [{ type: 'anyone', role: 'reader' }],
      resourceKey: LEGACY_KEY,
      createdAt,
    },
    { owner: 'esther', id: FILE_ID.salary, name: 'Salaries', sheets: { Salaries: [['Name', 'Salary']] }, createdAt },
  ]
}
