import { describe, expect, it, vi } from 'vitest'

import * as ours from '../src/index.ts'
import { WebhookVerificationError } from '../src/webhooks/index.ts'
import { client, failure, fetchOf, json } from './service.ts'

const {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
} = ours
const classes = {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
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
    [412, 'ApiError'],
    [422, 'ApiError'],
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

  it('is known to another copy of the package, by class', async () => {
    const error = await thrownFor(failure(404))
    vi.resetModules()
    const copy: typeof ours = await import('../src/index.ts')
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
