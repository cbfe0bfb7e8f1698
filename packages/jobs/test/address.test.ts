import { describe, expect, it } from 'vitest'
import { checkTargetUrl, classifyAddress } from '../src/index.ts'

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '1.1.1.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:830::200e',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '2001:200::1',
  ])('%s is public', (address) => expect(classifyAddress(address)).toBe('public'))

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:0a00:1',
    '::127.0.0.1',
    '::8.8.8.8',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '100::1',
  ])('%s is private', (address) => expect(classifyAddress(address)).toBe('private'))

  it.each([
    '169.254.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '100.100.100.200',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2001::5601:5601',
    '::169.254.169.254',
    'not an address',
    '',
  ])('%s is never dialled', (address) => expect(classifyAddress(address)).toBe('forbidden'))
})

describe('a target URL', () => {
  const strict = { allowPrivate: false }
  const loose = { allowPrivate: true }

  it.each([
    'https://example.com/hooks?x=1',
    'https://hooks.example.com:8443/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/',
    'https://example.com./x',
  ])('%s is good', (url) => {
    expect(checkTargetUrl(url, strict)).toBeNull()
    expect(checkTargetUrl(url, loose)).toBeNull()
  })

  it.each([
    'http://example.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://printer.local/',
    'https://vault.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd12::1]/',
    'https://example.com:22/',
    'https://example.com:6379/',
    'https://example.com:5432/',
  ])('%s is refused unless private targets are allowed', (url) => {
    expect(checkTargetUrl(url, strict)).toMatch(/^The URL must .*\.$/)
    expect(checkTargetUrl(url, loose)).toBeNull()
  })

  it.each([
    '',
    'example.com',
    '/hooks',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'https://exa mple.com/',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com/#top',
    'https://example.com/#',
    'https://169.254.169.254/',
    'http://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://2852039166/',
    'http://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://[::ffff:169.254.169.254]/',
  ])('%s is always refused', (url) => {
    expect(checkTargetUrl(url, strict)).toMatch(/^The URL must .*\.$/)
    expect(checkTargetUrl(url, loose)).toMatch(/^The URL must .*\.$/)
  })
})
