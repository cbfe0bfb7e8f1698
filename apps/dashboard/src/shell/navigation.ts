import type { Permission } from '@matterbase/schemas'
import type { LinkProps } from '@tanstack/react-router'
import {
  Activity,
  BookMarked,
  BookOpen,
  Briefcase,
  Building2,
  Calculator,
  Clock,
  Database,
  FileSignature,
  FlaskConical,
  Home,
  Inbox,
  KeyRound,
  Landmark,
  ListTree,
  Receipt,
  ScrollText,
  ShieldCheck,
  Target,
  TextCursorInput,
  UserRound,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

export interface Entry {
  readonly label: string
  readonly to: NonNullable<LinkProps['to']>
  readonly icon: LucideIcon
  /** The permission for the entry and its page. Null for every role. */
  readonly permission: Permission | null
  /** The keys of its shortcut, pressed in sequence. */
  readonly keys?: string
}

export interface EntryGroup {
  readonly label: string
  /** True if the sidebar shows its entries only when it is opened. */
  readonly isFoldable?: boolean
  readonly entries: readonly Entry[]
}

/** The pages in the sidebar and in ⌘K. */
export const navigation: readonly EntryGroup[] = [
  {
    label: 'Practice',
    entries: [
      { label: 'Home', to: '/', icon: Home, permission: null, keys: 'G H' },
      { label: 'Matters', to: '/matters', icon: Briefcase, permission: 'matters:read', keys: 'G M' },
      { label: 'Clients', to: '/clients', icon: UsersRound, permission: 'clients:read', keys: 'G C' },
      { label: 'Time', to: '/time', icon: Clock, permission: 'matters:read', keys: 'G T' },
      { label: 'Invoices', to: '/invoices', icon: Receipt, permission: 'invoices:read', keys: 'G I' },
      { label: 'Accounting', to: '/accounting', icon: Calculator, permission: 'invoices:read' },
      { label: 'Leads', to: '/leads', icon: Target, permission: 'leads:read', keys: 'G L' },
      { label: 'Documents', to: '/documents', icon: FileSignature, permission: 'documents:read', keys: 'G D' },
    ],
  },
  {
    label: 'Developers',
    isFoldable: true,
    entries: [
      { label: 'Quickstart', to: '/dev', icon: BookOpen, permission: 'keys:read', keys: 'G Q' },
      { label: 'API keys', to: '/dev/keys', icon: KeyRound, permission: 'keys:read', keys: 'G K' },
      { label: 'Webhooks', to: '/dev/webhooks', icon: Webhook, permission: 'webhooks:write', keys: 'G W' },
      { label: 'Events', to: '/dev/events', icon: Activity, permission: 'logs:read', keys: 'G E' },
      { label: 'Request log', to: '/dev/logs', icon: ScrollText, permission: 'logs:read', keys: 'G R' },
      { label: 'Signature lab', to: '/dev/lab', icon: FlaskConical, permission: 'webhooks:write' },
      { label: 'Test inbox', to: '/dev/inbox', icon: Inbox, permission: 'webhooks:write' },
    ],
  },
  {
    label: 'Settings',
    isFoldable: true,
    entries: [
      { label: 'Profile', to: '/settings/profile', icon: UserRound, permission: null, keys: 'G P' },
      { label: 'Security', to: '/settings/security', icon: ShieldCheck, permission: null, keys: 'G S' },
      { label: 'Firm', to: '/settings/firm', icon: Landmark, permission: 'settings:write' },
      { label: 'Ledger accounts', to: '/settings/accounting', icon: BookMarked, permission: 'settings:write' },
      { label: 'Custom fields', to: '/settings/custom-fields', icon: TextCursorInput, permission: 'settings:write' },
      { label: 'Workspace', to: '/settings/workspace', icon: Building2, permission: 'settings:write' },
      { label: 'Members', to: '/settings/members', icon: Users, permission: 'members:write' },
      { label: 'Audit log', to: '/settings/audit', icon: ListTree, permission: 'audit:read' },
      { label: 'Data', to: '/settings/data', icon: Database, permission: 'matters:read' },
    ],
  },
]

/** The menu of `C`. `?new=1` opens the form of a page. */
export const creations: readonly Omit<Entry, 'icon'>[] = [
  { label: 'New matter', to: '/matters', permission: 'matters:write' },
  { label: 'New client', to: '/clients', permission: 'clients:write' },
  { label: 'New time entry', to: '/time', permission: 'matters:write' },
  { label: 'New invoice', to: '/invoices/new', permission: 'invoices:write' },
  { label: 'New lead', to: '/leads', permission: 'leads:write' },
  { label: 'New document', to: '/documents', permission: 'documents:write' },
  { label: 'New API key', to: '/dev/keys', permission: 'keys:write' },
  { label: 'New webhook endpoint', to: '/dev/webhooks', permission: 'webhooks:write' },
]
