import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { Invites } from './invites.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { HandedLink } from './link-dialog.tsx'
import { memberSearch } from './member.ts'
import type { Member } from './member.ts'
import { MemberMenu } from './member-menu.tsx'
import { TwoFactorRule } from './two-factor-rule.tsx'
import { RoleList, roleName } from './roles.tsx'

export function Members() {
  const { data, error, isPending, refetch } = useCall('GET /members', {})
  const { search, setSearch } = useSearchParams(memberSearch)
  const canMail = data?.can_mail === true
  const [link, setLink] = useState<HandedLink>()
  const columns: readonly Column<Member>[] = [
    { id: 'name', header: 'Name', cell: ({ name, is_you }) => (is_you ? `${name} (you)` : name) },
    { id: 'initials', header: 'Initials', cell: ({ initials }) => initials, from: 'lg' },
    { id: 'email', header: 'Email', cell: ({ email }) => email, from: 'md' },
    { id: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
    {
      id: 'factor',
      header: 'Two-factor',
      cell: (member) => <StatusBadge status={member.totp_enabled ? 'on' : 'off'} />,
      from: 'lg',
    },
    { id: 'seen', header: 'Last seen', cell: ({ seen_at }) => <Ago value={seen_at} />, from: 'sm' },
    {
      id: 'more',
      header: '',
      cell: (member) => <MemberMenu member={member} canMail={canMail} onLink={setLink} />,
      align: 'right',
    },
  ]
  return (
    <>
      <PageHeader
        title="Members"
        description="The people who can sign in to this account, and their roles."
        actions={<NewButton onClick={() => setSearch({ new: '1' })}>Invite</NewButton>}
      />
      <div className="flex flex-col gap-6">
        <DataTable
          label="Members"
          columns={columns}
          rows={data?.data}
          error={error}
          onRetry={() => void refetch()}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          empty={null}
        />
        {!isPending && (
          <>
            {data && <TwoFactorRule isRequired={data.requires_two_factor} members={data.data} />}
            <Invites invites={data?.invites ?? []} />
            <RoleList />
          </>
        )}
      </div>
      <InviteDialog
        open={search.new !== undefined}
        onClose={() => setSearch({ new: undefined })}
        canMail={canMail}
        onLink={setLink}
      />
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </>
  )
}
