import ipaddr from 'ipaddr.js';

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/** A network address in its usual form; some proxies name the port too (`ip:port`, `[ip]:port`). Undefined: it is none. */
export function readAddress(text: string): string | undefined {
  const parts = WITH_PORT.exec(text);
  const bare = parts?.[1] ?? parts?.[2] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/** What limits go by: an IPv6 network of /64, as one line of the internet has, is one caller. Text that is no address stays as it is. */
export function addressGroup(text: string): string {
  const address = readAddress(text) ?? text;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}
