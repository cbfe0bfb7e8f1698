import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as ours from '../src/index.ts'
import { WebhookVerificationError } from '../src/webhooks/index.ts'
import { client, failure, fetchOf, json } from './service.ts'

const {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  SyncResetError,
} = ours
const classes = {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  SyncResetError,
}

const thrownFor = async (response: Response) => {
  const { fetch } = fetchOf(response)
  return client({ fetch, maxRetries: 0 })
    .matters.get(7)
    .then(
      () => expect.unreachable('it should have thrown'),
      (error: unknown) => error,
    )
}

describe('an error', () => {
  it.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [402, 'ApiError'],
    [410, 'SyncResetError'],
    [412, 'PreconditionFailedError'],
    [422, 'IdempotencyError'],
    [429, 'RateLimitError'],
    [500, 'ServerError'],
    [503, 'ServerError'],
  ] as const)('of status %i is a %s with the facts of the answer', async (status, name) => {
    const error = await thrownFor(failure(status, { 'x-other': 'y' }))
    expect(error).toBeInstanceOf(classes[name])
    expect(error).toBeInstanceOf(ours.ApiError)
    expect(error).toBeInstanceOf(ours.MatterbaseError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name,
      status,
      code: `code_${status}`,
      message: `Failed with ${status}`,
      requestId: 'req_1',
      docUrl: `https://firm.example/docs/api/errors#code_${status}`,
      details: [],
      attempts: 1,
    })
    expect((error as ours.ApiError).headers.get('x-other')).toBe('y')
  })

  it('is not an instance of a sister class, nor is anything else', async () => {
    const error = await thrownFor(failure(404))
    expect(error).not.toBeInstanceOf(ours.ConflictError)
    for (const other of [null, undefined, 'text', {}, new Error('x')])
      expect(other instanceof ours.MatterbaseError).toBe(false)
  })

  it('carries what was wrong with each field', async () => {
    const details = [{ field: 'title', code: 'required', message: 'title is required' }]
    const body = { error: 'Invalid', code: 'validation_failed', request_id: 'r', details }
    expect(await thrownFor(json({ ...body, details_omitted: 12 }, 400))).toMatchObject({ details, detailsOmitted: 12 })
    const error = await thrownFor(json(body, 400))
    expect(error).toMatchObject({ details, detailsOmitted: 0 })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'BadRequestError',
      message: 'Invalid',
      code: 'validation_failed',
      attempts: 1,
      status: 400,
      details,
      detailsOmitted: 0,
      requestId: 'r',
    })
  })

  it('names the record that has the external_id', async () => {
    const body = {
      error: 'external_id crm-1 belongs to matter 3. Update matter 3, or use PUT.',
      code: 'external_id_conflict',
      existing_id: 3,
    }
    const error = await thrownFor(json(body, 409))
    expect(error).toBeInstanceOf(ours.ConflictError)
    expect(error).toMatchObject({ existingId: 3 })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'external_id_conflict', existingId: 3 })
  })

  it('counts what depends on the record, and speaks of the option instead of the parameter', async () => {
    const said =
      '1 matter and 2 time entries refer to this client. Delete them first, or delete the client with ?force=true to unlink them.'
    const dependents = { matters: 1, time_entries: 2 }
    const error = await thrownFor(json({ error: said, code: 'has_dependents', dependents }, 409))
    expect(error).toMatchObject({
      message:
        '1 matter and 2 time entries refer to this client. Delete them first, or delete the client with { force: true } to unlink them.',
      dependents,
    })
  })

  it('has no members that belong to other errors', async () => {
    const error = await thrownFor(failure(404))
    expect(Object.keys(error as object).filter((name) => /existing|dependents|failures/.test(name))).toEqual([])
  })

  it('of an atomic bulk request has an error for each row at fault, and none for the others', async () => {
    const details = [{ field: 'title', code: 'required', message: 'is required' }]
    const results = [
      {
        index: 0,
        status: 424,
        error: 'Not written, because another record of this request failed',
        code: 'not_applied',
      },
      { index: 1, status: 400, error: 'title: is required', code: 'validation_failed', details },
      {
        index: 2,
        status: 409,
        error: 'external_id crm-1 belongs to matter 3. Update matter 3, or use PUT.',
        code: 'external_id_conflict',
        existing_id: 3,
      },
    ]
    const error = await thrownFor(json({ error: 'Nothing was written', code: 'bulk_failed', results }, 400))
    expect(error).toBeInstanceOf(ours.BadRequestError)
    expect(error).toMatchObject({
      code: 'bulk_failed',
      failures: [
        { index: 1, error: { name: 'BadRequestError', code: 'validation_failed', details } },
        { index: 2, error: { name: 'ConflictError', existingId: 3 } },
      ],
    })
  })

  it('is known to another copy of the package, by class', async () => {
    const error = await thrownFor(failure(404))
    const folder = await mkdtemp(join(tmpdir(), 'matterbase-sdk-copy-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp(fileURLToPath(new URL('../src', import.meta.url)), folder, { recursive: true })
    // oxlint-disable-next-line import/no-dynamic-require -- where the copy is, is known only now.
    const copy: typeof ours = await import(join(folder, 'index.ts'))
    expect(copy.NotFoundError).not.toBe(ours.NotFoundError)
    expect(error).toBeInstanceOf(copy.NotFoundError)
    expect(error).toBeInstanceOf(copy.MatterbaseError)
    expect(error).not.toBeInstanceOf(copy.RateLimitError)
    expect(new copy.ConfigError('x')).toBeInstanceOf(ours.ConfigError)
  })

  it('leaves a subclass of ours its ordinary instanceof', async () => {
    class Mine extends ours.NotFoundError {}
    expect((await thrownFor(failure(404))) instanceof Mine).toBe(false)
    expect(new WebhookVerificationError('body_empty', 'x')).toBeInstanceOf(ours.MatterbaseError)
  })
})
