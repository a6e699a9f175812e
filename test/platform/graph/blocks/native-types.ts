import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { NOW } from '../../storage/fixtures.ts'
import { addBlock, addPerson, addTag } from '../block-content.ts'
import { PERSON, person, type TypeExpectation } from './imported-types.ts'
import { BOB } from './synced-items.ts'
import type { TypeFixture } from './typed-block.ts'

const document = '{"type":"doc"}'

/** Types of which a block is added directly. */
export function nativeTypes(fixture: TypeFixture) {
  const { content, ada } = fixture
  const own = (type: Parameters<typeof addBlock>[2], seed: Parameters<typeof addBlock>[3]) => () =>
    addBlock(content, ada, type, seed)
  return {
    note: {
      id: async () => {
        const templateReferenceBlock = { id: await own('note', { template: true })(), blockType: 'note' }
        const detail = { templateReferenceBlock, templateInstructions: 'Be brief.', recommendationId: 'r' }
        return own('note', { detail })()
      },
      fields: {
        templateReferenceBlock: ['{ id blockType }', { id: expect.any(String), blockType: 'note' }],
        templateInstructions: ['', 'Be brief.'],
        recommendationId: ['', 'r'],
        publishWarnings: ['', []],
      },
    },
    task: {
      id: async () => {
        const bob = await addPerson(content, ada, BOB.email)
        const topic = await addTag(content, ada)
        const links = [{ tag: bob, assigned: true }, { tag: topic }]
        const dates = { date_due: NOW, date_remind_me: NOW - 1, date_completed: NOW + 1 }
        const id = await addBlock(content, ada, 'task', { links, status: 'completed', priority: true, ...dates })
        await addBlock(content, ada, 'task', { parent_id: id, parent_type: 'task', status: 'completed' })
        await addBlock(content, ada, 'task', { parent_id: id, parent_type: 'task', archived: true })
        await addBlock(content, ada, 'note', { parent_id: id, parent_type: 'task' })
        return id
      },
      fields: {
        status: ['', 'completed'],
        dateDue: ['', NOW],
        dateRemindMe: ['', NOW - 1],
        dateCompleted: ['', NOW + 1],
        priority: ['', true],
        assignedTags: ['{ email }', [{ email: BOB.email }]],
        subtaskCount: ['', 1],
      },
    },
    message: {
      id: own('message', {
        thread_id: 'a thread',
        document,
        large: { bodyHtml: '<p>Hi</p>' },
        detail: { dateEdited: NOW },
      }),
      fields: {
        bodyHtml: ['', '<p>Hi</p>'],
        bodyDocument: ['', document],
        threadId: ['', 'a thread'],
        author: ['{ self }', { self: true }],
        dateEdited: ['', NOW],
      },
    },
    thread: {
      id: async () => {
        const id = await addBlock(content, ada, 'thread')
        await addBlock(content, ada, 'message', { title: 'first', thread_id: id, date_created: NOW })
        await addBlock(content, ada, 'message', { title: 'last', parent_id: id, date_created: NOW + 1 })
        await addBlock(content, ada, 'message', { title: 'gone', thread_id: id, archived: true, date_created: NOW + 2 })
        return id
      },
      fields: {
        readStatus: ['', 'READ'],
        messageCount: ['', 2],
        dateLastMessage: ['', NOW + 1],
        participants: ['{ tagType }', [{ tagType: 'person' }]],
        messages: ['{ title }', [{ title: 'last' }, { title: 'first' }]],
      },
    },
    document: {
      id: own('document', {
        detail: {
          metadataType: 'plan',
          connectionId: 'c',
          fileName: 'plan.html',
          mimeType: 'text/html',
          size: 4,
          url: 'https://docs.example/1',
          version: '3',
          organizedBy: BOB,
        },
        large: { documentHtml: '<h1>Plan</h1>' },
      }),
      fields: {
        documentHtml: ['', '<h1>Plan</h1>'],
        metadataType: ['', 'plan'],
        connectionId: ['', 'c'],
        fileName: ['', 'plan.html'],
        mimeType: ['', 'text/html'],
        size: ['', 4],
        url: ['', 'https://docs.example/1'],
        version: ['', '3'],
        organizedBy: [PERSON, person(BOB)],
      },
    },
    website: {
      id: own('website', {
        uri: 'https://www.news.example/a',
        detail: {
          siteName: 'News',
          description: 'All of it.',
          favicon: 'f',
          imageUrl: 'i',
          author: 'Eve',
          datePublished: NOW,
          language: 'en',
        },
      }),
      fields: {
        url: ['', 'https://www.news.example/a'],
        domain: ['', 'news.example'],
        siteName: ['', 'News'],
        description: ['', 'All of it.'],
        favicon: ['', 'f'],
        imageUrl: ['', 'i'],
        author: ['', 'Eve'],
        datePublished: ['', NOW],
        language: ['', 'en'],
      },
    },
    file: {
      id: own('file', {
        detail: { fileName: 'a.pdf', mimeType: 'application/pdf', size: 9, url: 'https://x.example/f' },
      }),
      fields: {
        fileName: ['', 'a.pdf'],
        mimeType: ['', 'application/pdf'],
        size: ['', 9],
        url: ['', 'https://x.example/f'],
      },
    },
    agent: {
      id: () => addLinkedBlock(fixture, 'agent', { instructions: 'Look out.', enabled: false }),
      fields: {
        instructions: ['', 'Look out.'],
        watching: ['{ id blockType }', [{ id: expect.any(String), blockType: 'note' }]],
        enabled: ['', false],
      },
    },
    workflow: {
      id: own('workflow', { detail: { steps: [{ title: 'One', text: 'Begin.' }], trigger: 'daily' } }),
      fields: {
        steps: ['{ title text }', [{ title: 'One', text: 'Begin.' }]],
        trigger: ['', 'daily'],
        startsFrom: ['{ id }', []],
        enabled: ['', true],
      },
    },
    reference: {
      id: () => addLinkedBlock(fixture, 'reference', {}),
      fields: { referenceBlock: ['{ id blockType }', { id: expect.any(String), blockType: 'note' }] },
    },
  } satisfies Record<string, TypeExpectation>
}

/** Adds a block with links to a note and to a block that its owner cannot see. */
async function addLinkedBlock(
  { api, content, ada }: TypeFixture,
  type: 'agent' | 'reference',
  detail: Record<string, unknown>,
): Promise<string> {
  const [id, note] = [await addBlock(content, ada, type, { detail }), await addBlock(content, ada, 'note')]
  const { tenantId } = ada
  await api.db
    .insertInto('block_links')
    .values(
      [note, randomUUID()].map((target_id) => ({
        tenant_id: tenantId,
        source_id: id,
        target_id,
        kind: 'watches' as const,
        date_created: NOW,
      })),
    )
    .execute()
  return id
}
