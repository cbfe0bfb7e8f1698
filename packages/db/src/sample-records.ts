/** A few clients with all that a practice has of them; days count from today. */
export const sampleClients = [
  {
    client: { company: 'Harbour & Sons Ltd', person: 'Iris Harbour', email: 'iris@harbour.example', type: 'business' },
    matters: [
      {
        title: 'Harbour & Sons: lease of warehouse 7',
        category: 'Real estate',
        status: 'In Progress',
        time: [
          { day: -1, hours: 1.5, rate: 240, description: 'Reviewed the landlord’s draft lease' },
          { day: -3, hours: 0.75, rate: 240, description: 'Call with Iris Harbour about the break clause' },
        ],
        invoice: undefined,
      },
      {
        title: 'Harbour & Sons v. Tidewater Freight',
        category: 'Litigation',
        status: 'Settled',
        time: [{ day: -40, hours: 6, rate: 240, description: 'Settlement conference' }],
        invoice: { number: 'S-1001', status: 'paid', issued: -35, due: -5 },
      },
    ],
  },
  {
    client: { company: null, person: 'Noor Haddad', email: 'noor@haddad.example', type: 'individual' },
    matters: [
      {
        title: 'Haddad: employment contract',
        category: 'Employment',
        status: 'In Progress',
        time: [
          { day: 0, hours: 0.5, rate: 180, description: 'E-mail to the employer about notice periods' },
          { day: -20, hours: 2, rate: 180, description: 'Advice on the restrictive covenant' },
        ],
        invoice: { number: 'S-1002', status: 'overdue', issued: -19, due: -4 },
      },
      {
        title: 'Haddad: trade mark application',
        category: 'Intellectual property',
        status: 'On Hold',
        time: [],
        invoice: undefined,
      },
    ],
  },
  {
    client: { company: null, person: 'Tomas Moss', email: 'tomas@moss.example', type: 'individual' },
    matters: [
      {
        title: 'Estate of Eleanor Moss',
        category: 'Probate',
        status: 'Case Closed',
        time: [{ day: -8, hours: 3.25, rate: 200, description: 'Inventory of the estate' }],
        invoice: { number: 'S-1003', status: 'sent', issued: -6, due: 24 },
      },
    ],
  },
] as const

export const sampleLeads = [
  {
    first: 'Ada',
    last: 'Byron',
    email: 'ada@byron.example',
    area: 'Family',
    urgency: 'high',
    status: 'new',
    score: 75,
  },
  {
    first: 'Jonas',
    last: 'Weil',
    email: 'jonas@weil.example',
    area: 'Immigration',
    urgency: 'medium',
    status: 'contacted',
    score: 65,
  },
  {
    first: 'Mei',
    last: 'Tan',
    email: 'mei@tan.example',
    area: 'Real Estate',
    urgency: 'low',
    status: 'qualified',
    score: 40,
  },
  {
    first: 'Piotr',
    last: 'Żak',
    email: 'piotr@zak.example',
    area: 'Maritime',
    urgency: 'low',
    status: 'lost',
    score: 30,
  },
] as const

export const sampleDocuments = [
  {
    matter: 'Haddad: employment contract',
    title: 'Engagement letter',
    signer: 'Noor Haddad',
    email: 'noor@haddad.example',
  },
] as const
