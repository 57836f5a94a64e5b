import type { Operation } from './operation.ts'

const plain = { 'text/plain; charset=utf-8': null }

/** Operations for whoever runs the observer. */
export const operatingOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/metrics',
    id: 'metrics',
    summary: 'Metrics in the Prometheus text format.',
    rights: ['read'],
    answer: { about: 'The metrics.', content: { 'text/plain; version=0.0.4; charset=utf-8': null } },
    errors: [],
  },
  {
    method: 'GET',
    path: '/healthz',
    id: 'healthz',
    summary: 'The process answers.',
    rights: [],
    answer: { about: 'It does.', content: plain },
    errors: [],
  },
  {
    method: 'GET',
    path: '/readyz',
    id: 'readyz',
    summary: 'The store answers.',
    rights: [],
    answer: { about: 'It does.', content: plain },
    errors: [],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    id: 'openapi',
    summary: 'This document.',
    rights: [],
    answer: { about: 'An OpenAPI 3.1 document.', content: { 'application/json': null } },
    errors: [],
  },
]
