import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'

/**
 * Ports of loopback that were free a moment ago, all different, for programs that cannot be told to
 * choose one and say which. Another process may take one in between: be ready to try again.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
