import { describe, expect, it } from 'vitest'
import { maskSecrets } from '@loop-observer/rules'

describe('a secret is masked', () => {
  it.each([
    ['a key of its own', 'got sk-proj-AbCdEf123456 back', 'got [masked] back'],
    ['another one', 'rk_live_51Habcdefgh', '[masked]'],
    ['one of GitHub', 'push with ghp_16C7e42F292c', 'push with [masked]'],
    ['a fine-grained one', 'github_pat_11AAAA_bb', '[masked]'],
    ['one of GitLab', 'glpat-abc_DEF-1', '[masked]'],
    ['one of npm', 'npm_abcdef', '[masked]'],
    ['one of Slack', 'xoxb-123456-abc', '[masked]'],
    ['one of AWS', 'id AKIAIOSFODNN7EXAMPLE.', 'id [masked].'],
    ['a temporary one of AWS', 'ASIAIOSFODNN7', '[masked]'],
    ['one of Google', 'AIzaSyD-9tSrke72', '[masked]'],
    ['one of SendGrid', 'SG.abcdefg.hij', '[masked]'],
    ['a web token', 'eyJhbGciOiJI.eyJzdWIi.sig-1 ok', '[masked] ok'],
    ['a bearer', 'Bearer abc.def-ghi', 'Bearer [masked]'],
    ['a bearer in a URL', 'bearer%20abcdefg', 'bearer%20[masked]'],
    ['basic credentials', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [masked]'],
    ['a password in a URL', 'postgres://bob:hunter2@db:5432/x', 'postgres://bob:[masked]@db:5432/x'],
    ['a password', 'password=hunter2, user=bob', 'password=[masked], user=bob'],
    ['a password in JSON', '{"password": "hun ter2", "a": 1}', '{"password": [masked], "a": 1}'],
    ['a password in quoted JSON', '{\\"pwd\\":\\"x y\\",\\"a\\":1}', '{\\"pwd\\":[masked],\\"a\\":1}'],
    ['a password in Python', "{'passwd': 'x y', 'a': 1}", "{'passwd': [masked], 'a': 1}"],
    ['a secret by its whole name', 'CLIENT_SECRET_V2: abc', 'CLIENT_SECRET_V2: [masked]'],
    ['a token', 'token : abc', 'token : [masked]'],
    ['an API key', 'api-key=abc&x=1', 'api-key=[masked]&x=1'],
    ['an access key', 'access_key=abc', 'access_key=[masked]'],
    ['a header', 'Authorization: abc', 'Authorization: [masked]'],
    ['a cookie', 'Cookie: sid=abc; theme=dark', 'Cookie: [masked]; theme=dark'],
    ['one that is cut off', '{"token": "abc de', '{"token": [masked]'],
    [
      'a private key',
      'a\n-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\nb',
      'a\n[masked]\nb',
    ],
    ['a private key that is cut off', '-----BEGIN PRIVATE KEY-----\nabc', '[masked]'],
  ])('%s', (_, text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
    expect(maskSecrets(masked)).toBe(masked)
  })

  it('each of several', () => {
    expect(maskSecrets('token=abc and ghp_16C7e42F and Bearer abcdef')).toBe(
      'token=[masked] and [masked] and Bearer [masked]',
    )
  })
})

describe('what is no secret stays', () => {
  it.each([
    'nothing here',
    'a passing test',
    'the token is missing',
    '{"token": null, "secret": false, "key": 3}',
    '{"credentials": {"kind": "none"}}',
    'tokens [1, 2]',
    'https://x.example/a@b',
    'https://bob@x.example',
    'risk-free and ask_me',
    '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
  ])('%j', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })
})
