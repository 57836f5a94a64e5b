import { describe, expect, it } from 'vitest'
import { masked } from './masked.ts'

describe('told by its form alone', () => {
  it.each([
    ['1772088624', '<time>'],
    ['a\n1772088624 \t\nb', 'a\n<time>\nb'],
    ['1772088624497', '<time>'],
    ['978307200', '978307200'],
    ['0978307199', '0978307199'],
    ['0978307200', '<time>'],
    ['4102444799', '<time>'],
    ['4102444800', '4102444800'],
    ['4102444799999', '<time>'],
    ['x 1772088624', 'x 1772088624'],
    ['1772088624 x', '1772088624 x'],
    ['01HZX3KQ9V5J8Y2W7N4M6P0RTB', '<id>'],
    ['id-01HZX3KQ9V5J8Y2W7N4M6P0RTB.', 'id-<id>.'],
    ['02HZX3KQ9V5J8Y2W7N4M6P0RTB', '02HZX3KQ9V5J8Y2W7N4M6P0RTB'],
    ['11HZX3KQ9V5J8Y2W7N4M6P0RTB', '11HZX3KQ9V5J8Y2W7N4M6P0RTB'],
    ['01hzx3kq9v5j8y2w7n4m6p0rtb', '01hzx3kq9v5j8y2w7n4m6p0rtb'],
    ['01HZX3KQ9V5J8Y2W7N4M6P0RTI', '01HZX3KQ9V5J8Y2W7N4M6P0RTI'],
    ['01HZX3KQ9V5J8Y2W7N4M6P0RTB9', '01HZX3KQ9V5J8Y2W7N4M6P0RTB9'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})

describe('the port of a client', () => {
  it.each([
    ['127.0.0.1:54321', '127.0.0.1:<id>'],
    ['from 127.0.0.1:54321, x', 'from 127.0.0.1:<id>, x'],
    ['[10.1.2.3:54321]', '[10.1.2.3:<id>]'],
    ['127.0.0.1:54321.', '127.0.0.1:<id>.'],
    ['127.0.0.1:54321,2', '127.0.0.1:<id>,2'],
    ['127.0.0.1:54321: closed', '127.0.0.1:<id>: closed'],
    ['127.0.0.1:32768', '127.0.0.1:<id>'],
    ['127.0.0.1:65535', '127.0.0.1:<id>'],
    ['LOCALHOST:54321', 'LOCALHOST:<id>'],
    ['10.0.0.7 port 54321', '10.0.0.7 port <id>'],
    ['connection from x, port 54321', 'connection from x, port <id>'],
    ['client on port 54321', 'client on port <id>'],
    ['Connected on PORT 54321 now', 'Connected on PORT <id> now'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it.each([
    '127.0.0.1:32767',
    '127.0.0.1:65536',
    '127.0.0.1:543210',
    '127.0.0.1:54321x',
    '127.0.0.1:54321.2',
    '127.0.0.1:54321:2',
    '1.127.0.0.1:54321',
    '0.0.1:54321',
    'host:54321',
    'mylocalhost:54321',
    'listening on port 54321',
    'transport 54321',
    'client x\non port 54321',
    `client ${'x '.repeat(20)}port 54321`,
  ])('%j is none', (text) => {
    expect(masked(text)).toBe(text)
  })
})
