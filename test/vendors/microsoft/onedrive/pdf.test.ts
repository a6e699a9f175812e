import { beforeEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from '../../../kit/network.ts'
import { problemOf } from '../builders.ts'
import {
  anItem,
  CONTENT_HOST,
  CONTENT_PATH,
  contentHost,
  DRIVE,
  execute,
  graphOf,
  itemPath,
  LINK,
  RUNNER_TOKEN,
  serveContent,
} from './builders.ts'
import { newPath, serveOwnFolder, serveTemplate, takeUpload, uploads, VALUES } from './template-run.ts'

cutNetwork()
beforeEach(() => uploads.clear())

describe('a PDF', () => {
  const pdf = Buffer.from('255044462d312e370ae2e3cfd3', 'hex')
  const PDF_ITEM = anItem({ id: '01PDF', name: 'Offer 2026-11-02.pdf', webUrl: 'https://contoso.sharepoint.com/pdf' })
  const run = () => execute({ template: LINK, format: 'pdf' }, VALUES)

  beforeEach(() => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
  })

  test('is made beside the document', async () => {
    const conversion = 'https://northeurope1-mediap.svc.ms/transform/pdf?provider=spo&tempauth=1'
    graphOf(RUNNER_TOKEN)
      .get(`${itemPath('01NEW')}/content?format=pdf`)
      .reply(302, '', { Location: conversion })
    contentHost('https://northeurope1-mediap.svc.ms').get(/./).reply(200, pdf)
    takeUpload(newPath('Offer 2026-11-02.pdf'), PDF_ITEM)
    expect(await run()).toEqual({
      outputUrl: 'https://contoso.sharepoint.com/pdf',
      externalId: `${DRIVE}/01PDF`,
      uri: 'https://contoso.sharepoint.com/new',
      title: 'Offer 2026-11-02.pdf',
    })
    expect([...uploads.values()][1]).toEqual(pdf)
  })

  test.each([
    [406, 'notSupported'],
    [415, 'notSupported'],
    [400, 'invalidRequest'],
    [500, 'generalException'],
    [403, 'accessDenied'],
  ])('that Microsoft does not make leaves the document as the result: %i %s', async (status, code) => {
    graphOf(RUNNER_TOKEN)
      .get(`${itemPath('01NEW')}/content?format=pdf`)
      .times(3)
      .reply(status, { error: { code } }, { 'Retry-After': '0' })
    expect(await run()).toMatchObject({ externalId: `${DRIVE}/01NEW`, outputUrl: 'https://contoso.sharepoint.com/new' })
  })

  test('that cannot be saved takes the document with it', async () => {
    serveContent(`${itemPath('01NEW')}/content?format=pdf`, pdf, RUNNER_TOKEN)
    takeUpload(newPath('Offer 2026-11-02.pdf'), { error: { code: 'quotaLimitReached' } }, 507)
    graphOf(RUNNER_TOKEN).delete(itemPath('01NEW')).reply(204)
    expect(await problemOf(run())).toMatchObject({ status: 507, problem: 'storage-full' })
    expect(nock.pendingMocks()).toEqual([])
  })

  test('that cannot be saved names the document if that cannot be removed either', async () => {
    graphOf(RUNNER_TOKEN)
      .get(`${itemPath('01NEW')}/content?format=pdf`)
      .reply(302, '', { Location: `${CONTENT_HOST}${CONTENT_PATH}` })
    contentHost().get(CONTENT_PATH).reply(200, pdf)
    takeUpload(newPath('Offer 2026-11-02.pdf'), { error: { code: 'quotaLimitReached' } }, 507)
    graphOf(RUNNER_TOKEN)
      .delete(itemPath('01NEW'))
      .reply(423, { error: { code: 'resourceLocked' } })
    expect(await problemOf(run())).toMatchObject({
      status: 507,
      message: expect.stringContaining('“Offer 2026-11-02.docx” (https://contoso.sharepoint.com/new)'),
    })
  })
})
