import { z } from 'zod'
import { Id, line, nonBlankLine, text, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

/** Where a searched name is from. */
const nameSources = ['name', 'company', 'opponent', 'description'] as const

/** A record that could mean a conflict of interest. */
const Hit = z.object({
  kind: z.enum(['client', 'matter', 'lead']),
  id: z.string(),
  title: z.string(),
  status: z.string(),
  /** True for a record that was deleted. */
  deleted: z.boolean(),
  /** The matching part of the lead. */
  on: z.array(z.enum([...nameSources, 'email'])),
  /** The searched name that fits best; null for an email address. */
  name: z.string().nullable(),
  /** Why it fits. */
  fit: z.enum(['email', 'same', 'words', 'surname', 'begins']),
})

const SearchedName = z.object({ name: z.string(), from: z.enum(nameSources) })

/** The part of a conflict check that its decision stores. */
export const conflictHits = z.array(Hit)
export const conflictNames = z.array(SearchedName)

const decisions = ['clear', 'conflict', 'consent'] as const

export const ConflictDecision = z.object({
  decision: z.enum(decisions),
  note: z.string(),
  /** The names that were searched; null in decisions from before they were kept. */
  names: conflictNames.nullable(),
  /** The hits as they were, at most 50 of each kind; null as for `names`. */
  hits: conflictHits.nullable(),
  /** How many records matched at that moment. */
  matches: z.int().min(0),
  /** The email address of the person. */
  decided_by: z.string(),
  /** The name; null for a former user whose name was not kept. */
  decided_by_name: z.string().nullable(),
  decided_at: Timestamp,
})

const Matches = z.object({
  data: conflictHits,
  names: conflictNames,
  /** How many records match, of which `data` has at most 50 of each kind. */
  total: z.int().min(0),
  /** True where more than 1,000 records of a kind share a word with the names: the oldest were not searched. */
  is_partial: z.boolean(),
})

export const ConflictCheck = Matches.extend({
  /** True if the lead can be converted: the latest decision allows it and searched the lead's current names. */
  is_decided: z.boolean(),
  decisions: z.array(ConflictDecision),
})

/** Names of opponents, one on each line; those of the newest decision without it. */
export const OpponentLines = text(8_192)

export const NewConflictDecision = z.object({
  decision: z.enum(decisions),
  note: text(4096).default(''),
  opponents: z.array(nonBlankLine(255)).max(20).default([]),
  /** The hits that the person saw, as `client 12`; refused with 409 where there are others by now. */
  seen: z.array(nonBlankLine(64)).max(150).optional(),
})

/** The conflict check of a client or matter before it is created. Decisions are recorded for leads only. */
export const conflictChecks = {
  check: {
    method: 'post',
    path: '/conflict-checks',
    operationId: 'checkNames',
    summary: 'Clients, matters and leads that fit the names in a new client or matter',
    scope: 'clients:write',
    body: z.object({
      name: line(255).default(''),
      company: line(255).default(''),
      email: line(254).default(''),
      /** The title, descriptions and custom fields. */
      text: text(16_384).default(''),
      /** The client of a new matter, which is not a hit. */
      client_id: Id.nullable().default(null),
    }),
    responses: { 200: Matches },
  },
} as const satisfies DashResource
