import { describe, expect, it } from 'vitest'
import { writes } from '../../../rules/features/writes.ts'

describe('what arguments say of writing', () => {
  it.each<[string, unknown]>([
    ['a command', { command: 'cd out && mkdir -p a/b' }],
    ['a program of the project', { command: './scripts/load.sh --fast' }],
    ['a script', { cmd: 'bash deploy.sh' }],
    ['a build', { command: 'cd build && make all' }],
    ['services that are started', { command: 'docker compose -f a.yml up -d api' }],
    ['a cluster that is changed', { command: 'kubectl -n shop rollout restart deploy/api' }],
    ['a release', { command: 'helm upgrade --install api ./chart' }],
    ['a unit that is restarted', { command: 'sudo systemctl restart nginx' }],
    ['a service by the older name', { command: 'service nginx reload' }],
    ['a plan that is carried out', { command: 'terraform apply -auto-approve' }],
    ['a step of a bisection', { command: 'git bisect good' }],
    ['a redirection', { command: 'sort a.txt > b.txt' }],
    ['a statement', { sql: 'insert into t values (1)' }],
    ['code that saves', { code: 'df.to_csv(path)' }],
    ['an act at a screen', { action: 'left_click', coordinate: [3, 4] }],
    ['a key', { action: 'key', text: 'Return' }],
    ['code that ends with an assignment', { code: "import os\n\ndf['a'] = df['b'].fillna(0)\n" }],
    ['code that adds', { script: 'total += 3' }],
    ['bare text', 'rm -r out'],
    ['a statement beside its source', { source: 'orders', sql: 'delete from t' }],
    ['a cell of a notebook', { source: 'x = load()' }],
  ])('%s changes something', (_, args) => {
    expect(writes(args)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['a look by its name', { command: 'view', path: 'a.ts' }],
    ['a list', { action: 'list' }],
  ])('%s does not', (_, args) => {
    expect(writes(args)).toBe(false)
  })

  it.each<[string, unknown]>([
    ['a search in files', { command: 'grep -rn "a = b" src' }],
    ['code that ends with a value', { code: 'x = load()\nx.head()' }],
    ['a comparison', { code: 'x == 3' }],
    ['a query that looks like an assignment', { query: 'lang=python' }],
    ['an input that looks like one', { input: 'name=anna' }],
    ['bare words that look like one', 'lang=python'],
    ['a comparison in SQL', { sql: 'select * from t where a > b' }],
    ['an act that only looks', { action: 'screenshot' }],
    ['a look at a cluster', { command: 'kubectl get pods -w' }],
    ['a look at services', { command: 'docker compose ps && systemctl status api' }],
    ['a look at a rollout', { command: 'kubectl rollout status deploy/api' }],
    ['a word that begins like a command', { command: 'makefile-lint' }],
    ['other keys', { text: 'rm -r out' }],
    ['nothing', {}],
    ['a list of values', ['rm']],
  ])('%s says nothing', (_, args) => {
    expect(writes(args)).toBeNull()
  })

  it('is found in time, however long and odd the text is', () => {
    const began = process.cpuUsage()
    for (const odd of [
      'a=b' + ' '.repeat(20_000),
      'a['.repeat(10_000),
      'kubectl ' + '-n x '.repeat(10_000),
      'a[' + ']'.repeat(20_000),
    ])
      writes({ code: odd })
    expect(process.cpuUsage(began).user).toBeLessThan(500_000)
  })
})
