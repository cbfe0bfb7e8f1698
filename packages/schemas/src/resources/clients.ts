import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import { about, choice, email, externalId, formatted, freeText, state } from '../fields/fields.ts'
import { httpUrl } from '../fields/primitives.ts'

export const clients = crud({
  path: 'clients',
  noun: 'client',
  name: 'Client',
  about: 'The people and companies that matters are handled for.',
  created: 'A new client is added',
  read: 'clients:read',
  write: 'clients:write',
  found: {
    kind: 'client',
    title: ['company_name', 'contact_person', 'email'],
    subtitle: ['contact_person', 'email', 'external_id'],
  },
  filters: ['status', 'email'],
  sortedBy: ['name', 'status'],
  isReferenced: true,
  fields: {
    company_name: about(freeText(255), { description: 'The name of the company.', example: 'Hale Bakeries Ltd' }),
    contact_person: about(freeText(255), { description: 'The person to speak to.', example: 'Margaret Hale' }),
    email: about(email, {
      description: 'An email address, kept as it is typed.',
      example: 'margaret@halebakeries.example',
    }),
    phone: about(freeText(64), { description: 'A phone number, in any form.', example: '+1 555 0142' }),
    address: about(freeText(65_536), {
      description: 'The postal address.',
      example: '12 Mill Lane, Springfield, IL 62701',
    }),
    client_type: about(
      choice(['individual', 'business'], { name: 'ClientType', description: 'Whether it is a person or a company.' }),
      { example: 'business' },
    ),
    status: state(['active', 'inactive', 'prospect'], 'active', {
      name: 'ClientStatus',
      description: 'How the client stands. Any status may follow any other.',
    }),
    notes: about(freeText(65_536), {
      description: 'What only the firm should know.',
      example: 'Prefers to be called in the morning.',
    }),
    bio: about(freeText(65_536), { description: 'Who the client is.', example: 'A family bakery with nine shops.' }),
    website: about(formatted(httpUrl(2048), z.string().meta({ format: 'uri' })), {
      description: 'An http or https URL.',
      example: 'https://halebakeries.example',
    }),
    location: about(freeText(255), { description: 'Where the client is, in a few words.', example: 'Springfield, IL' }),
    external_id: externalId,
  },
  rules: { someOf: ['company_name', 'contact_person', 'email'] },
})
