import { expect } from '@jest/globals'
import { NOW } from '../../storage/fixtures.ts'
import { BOB, GRACE, HOUR, PEOPLE, TALK } from './synced-items.ts'
import type { TypeFixture } from './typed-block.ts'

/** How to create a block of a type, and the expected values of the type's own fields, with their selections. */
export interface TypeExpectation {
  id: () => Promise<string> | string
  fields: Record<string, readonly [string, unknown]>
}

export const PERSON = '{ email friendlyName tag { email } }'
export const person = ({ email, friendlyName }: typeof BOB) => ({ email, friendlyName, tag: { email } })

/** Types of which the synced items have a block. */
export function importedTypes({ connection }: TypeFixture) {
  return {
    email: {
      id: () => connection.findBlockId('letter'),
      fields: {
        subject: ['', 'Subject of letter'],
        direction: ['', 'inbound'],
        cleanBodyHtml: ['', '<p>Dear Ada</p>'],
        bodyText: ['', 'Dear Ada, all is well.'],
        from: [PERSON, person(GRACE)],
        to: ['{ email tag { email } }', [{ email: 'ada@acme.example', tag: { email: 'ada@acme.example' } }]],
        cc: [PERSON, [person(BOB)]],
        bcc: ['{ email }', [{ email: GRACE.email }]],
        replyTo: ['{ email }', [{ email: BOB.email }]],
        dateSent: ['', NOW - 1],
        dateReceived: ['', NOW],
        threadId: ['', 'conversation'],
        messageId: ['', '<1@x>'],
        inReplyTo: ['', '<0@x>'],
        labels: ['', ['INBOX']],
        unread: ['', true],
        hasAttachments: ['', true],
        attachments: [
          '{ _id name mimeType size uri inline }',
          [
            {
              _id: 'a1',
              name: 'plan.pdf',
              mimeType: 'application/pdf',
              size: 3,
              uri: 'https://x.example/a',
              inline: false,
            },
          ],
        ],
      },
    },
    event: {
      id: () => connection.findBlockId('meeting'),
      fields: {
        dateStart: ['', NOW],
        dateEnd: ['', NOW + HOUR],
        allDay: ['', false],
        timeZone: ['', 'Europe/Berlin'],
        location: ['', 'Room 1'],
        description: ['', 'Let us meet.'],
        organizedBy: [PERSON, person(GRACE)],
        attendees: [
          '{ email friendlyName responseStatus optional tag { email } }',
          [
            { ...person(BOB), responseStatus: 'accepted', optional: true },
            { ...person(GRACE), responseStatus: 'none', optional: false },
          ],
        ],
        status: ['', 'tentative'],
        conferenceUrl: ['', 'https://meet.example/1'],
        recurrence: ['', ['RRULE:FREQ=DAILY']],
        recurringExternalId: ['', 'series'],
        dateOriginalStart: ['', NOW],
        iCalUid: ['', 'uid@x'],
        calendar: ['{ externalId name timeZone }', { externalId: 'work', name: 'Work', timeZone: 'Europe/Berlin' }],
        visibility: ['', 'private'],
        busy: ['', true],
        transcriptions: ['{ externalId }', [{ externalId: 'talk' }]],
      },
    },
    transcription: {
      id: () => connection.findBlockId('talk'),
      fields: {
        dateStart: ['', NOW + 60_000],
        dateEnd: ['', NOW + 1_860_000],
        duration: ['', 1_800_000],
        organizedBy: ['{ email }', { email: GRACE.email }],
        attendees: [PERSON, [person(BOB)]],
        transcript: ['{ title text }', TALK.transcript],
        highlights: [
          `{ text title startOffset endOffset speaker ${PERSON} uri }`,
          [{ ...TALK.highlights?.[0], speaker: person(GRACE) }],
        ],
        outline: [
          '{ title text startOffset endOffset children { title children { title } } }',
          [{ ...TALK.outline?.[0], children: [{ title: 'Two', children: [] }] }],
        ],
        tasks: [
          `{ title text assignedTo ${PERSON} dateDue status externalId startOffset }`,
          [{ ...TALK.tasks?.[0], assignedTo: person(BOB) }],
        ],
        processingStage: ['', 'processed'],
        event: ['{ externalId }', { externalId: 'meeting' }],
      },
    },
    table: {
      id: () => connection.findBlockId('acme.Contact'),
      fields: {
        metadata: [
          '{ metadataType label fields { name label fieldType required options { value label } } }',
          {
            metadataType: 'Contact',
            label: 'Contacts',
            fields: [
              { name: 'Name', label: 'The name', fieldType: 'string', required: true, options: [] },
              { ...PEOPLE.metadata.fields[1], required: false },
            ],
          },
        ],
        recordCount: ['', 2],
        records: ['{ externalId }', expect.arrayContaining([{ externalId: '7' }, { externalId: '8' }])],
      },
    },
    record: {
      id: () => connection.findBlockId('8'),
      fields: {
        tableId: ['', expect.any(String)],
        metadataType: ['', 'Contact'],
        values: [
          '{ name value reasoning }',
          expect.arrayContaining([
            { name: 'Name', value: 'Bob', reasoning: null },
            { name: 'Phone', value: '1', reasoning: null },
          ]),
        ],
        operations: ['{ create read update }', { create: true, read: true, update: true }],
      },
    },
    calendar: {
      id: () => connection.findBlockId('work'),
      fields: {
        timeZone: ['', 'Europe/Berlin'],
        name: ['', 'Work'],
        events: ['{ externalId }', [{ externalId: 'other' }, { externalId: 'meeting' }]],
      },
    },
  } satisfies Record<string, TypeExpectation>
}
