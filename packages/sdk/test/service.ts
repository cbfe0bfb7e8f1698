import { Matterbase, type MatterbaseOptions } from '../src/index.ts'

export const baseUrl = 'https://matters.test/api/v1'
export const apiKey = 'mb_test_canary0123456789canary0123456789'

export const client = (options: MatterbaseOptions = {}) => new Matterbase({ apiKey, baseUrl, ...options })

type Sent = Omit<RequestInit, 'body'> & { headers: Headers; body?: string }

/** A `fetch` that gives these answers one after another (the last one again and again) and keeps its calls. */
export function fetchOf(...answers: (Response | Error | (() => Response | Promise<Response>))[]) {
  const calls: { url: string; init: Sent }[] = []
  const fetch = async (url: string, init: object): Promise<Response> => {
    calls.push({ url, init: init as Sent })
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    if (typeof answer === 'function') return answer()
    if (answer instanceof Error) throw answer
    return answer?.clone() ?? Response.error()
  }
  return { fetch, calls }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

export const failure = (status: number, headers: Record<string, string> = {}, code = `code_${status}`) =>
  json(
    {
      error: `Failed with ${status}`,
      code,
      request_id: 'req_1',
      doc_url: `https://firm.example/docs/api/errors#${code}`,
      details: [],
    },
    status,
    headers,
  )

export const matter = {
  id: 7,
  title: 'Estate of Moss',
  description: null,
  case_category: null,
  service_type: null,
  status: 'In Progress',
  official_case_number: null,
  case_type: null,
  client_id: null,
  estimated_hours: null,
  estimated_budget_min: null,
  estimated_budget_max: null,
  start_date: null,
  end_date: null,
  external_id: 'crm-7',
  created_at: '2026-08-01T10:00:00.000Z',
  updated_at: '2026-08-01T10:00:00.000Z',
} as const
