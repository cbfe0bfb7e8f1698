/**
 * A few clients with all that a practice has of them; days count from today. An invoice bills the
 * time and the expenses that are older than it.
 */
export const sampleClients = [
  {
    client: {
      company: 'Harbour & Sons Ltd',
      person: 'Iris Harbour',
      email: 'iris@harbour.example',
      phone: '+44 20 7946 0018',
      address: '7 Quay Street, Bristol BS1 4DJ',
      type: 'business',
      since: -210,
    },
    matters: [
      {
        title: 'Harbour & Sons: lease of warehouse 7',
        description: 'New ten-year lease; the client wants a break clause after year five.',
        category: 'Real estate',
        status: 'In Progress',
        number: null,
        opened: -24,
        closed: null,
        time: [
          { day: 0, hours: 0.8, rate: 240, activity: 'drafting', description: 'Amended the break clause' },
          { day: -1, hours: 1.5, rate: 240, activity: 'review', description: 'Reviewed the landlord’s draft lease' },
          {
            day: -3,
            hours: 0.75,
            rate: 240,
            activity: 'call',
            description: 'Call with Iris Harbour about the break clause',
          },
        ],
        invoice: null,
      },
      {
        title: 'Harbour & Sons v. Tidewater Freight',
        description: 'Claim for goods lost in transit, settled before trial.',
        category: 'Litigation',
        status: 'Settled',
        number: 'HC-2026-000714',
        opened: -160,
        closed: -36,
        time: [
          { day: -40, hours: 6, rate: 240, activity: 'hearing', description: 'Settlement conference' },
          { day: -47, hours: 3.5, rate: 240, activity: 'drafting', description: 'Position statement' },
        ],
        invoice: { number: 'S-1001', status: 'paid', issued: -35, due: -5 },
      },
    ],
  },
  {
    client: {
      company: null,
      person: 'Noor Haddad',
      email: 'noor@haddad.example',
      phone: '+44 161 496 0102',
      address: null,
      type: 'individual',
      since: -75,
    },
    matters: [
      {
        title: 'Haddad: employment contract',
        description: 'Advice on leaving for a competitor: notice, garden leave and covenants.',
        category: 'Employment',
        status: 'In Progress',
        number: null,
        opened: -26,
        closed: null,
        time: [
          {
            day: 0,
            hours: 0.5,
            rate: 180,
            activity: 'email',
            description: 'Email to the employer about notice periods',
          },
          { day: -2, hours: 1.2, rate: 180, activity: 'research', description: 'Case law on garden leave' },
          { day: -20, hours: 2, rate: 180, activity: 'advice', description: 'Advice on the restrictive covenant' },
        ],
        invoice: { number: 'S-1002', status: 'overdue', issued: -19, due: -4 },
      },
      {
        title: 'Haddad: trade mark application',
        description: 'Waits for the office’s search report.',
        category: 'Intellectual property',
        status: 'On Hold',
        number: 'UK00003912345',
        opened: -70,
        closed: null,
        time: [],
        invoice: null,
      },
    ],
  },
  {
    client: {
      company: null,
      person: 'Tomas Moss',
      email: 'tomas@moss.example',
      phone: null,
      address: '3 Mill Lane, Ludlow SY8 1EG',
      type: 'individual',
      since: -130,
    },
    matters: [
      {
        title: 'Estate of Eleanor Moss',
        description: 'Grant of probate and distribution to three beneficiaries.',
        category: 'Probate',
        status: 'Case Closed',
        number: 'PR-26-1187',
        opened: -128,
        closed: -7,
        time: [
          { day: -8, hours: 3.25, rate: 200, activity: 'drafting', description: 'Inventory of the estate' },
          { day: -12, hours: 1, rate: 200, activity: 'meeting', description: 'Meeting with the beneficiaries' },
        ],
        invoice: { number: 'S-1003', status: 'sent', issued: -6, due: 24 },
      },
    ],
  },
  {
    client: {
      company: 'Larkfield Brewing Co.',
      person: 'Owen Price',
      email: 'owen@larkfield.example',
      phone: '+44 29 2018 0345',
      address: 'Unit 4, Larkfield Park, Cardiff CF10 2HT',
      type: 'business',
      since: -45,
    },
    matters: [
      {
        title: 'Larkfield: premises licence appeal',
        description: 'Appeal against the hours that the council granted.',
        category: 'Licensing',
        status: 'Case Won',
        number: 'MC-2026-0231',
        opened: -44,
        closed: -3,
        time: [
          { day: -4, hours: 4.5, rate: 220, activity: 'hearing', description: 'Hearing at the magistrates’ court' },
          { day: -9, hours: 2.25, rate: 220, activity: 'drafting', description: 'Witness statement of Owen Price' },
        ],
        invoice: { number: 'S-1004', status: 'draft', issued: -1, due: 29 },
      },
    ],
  },
] as const
