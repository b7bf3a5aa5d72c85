import { createClient } from '@lonja/client';
import { mailedCode } from './mail.ts';
import type { Stage } from './stage.ts';

export const PASSWORD = 'a quiet evening in the hall';

/** Addresses differ from run to run, so that journeys can be walked again on the data of an earlier walk. */
export function addressOf(name: string): string {
  return `${name}.${process.pid}@example.com`;
}

export interface Account {
  email: string;
  token: string;
}

/** Registers somebody with an organisation of their own, as the pages do. */
export async function register(stage: Stage, name: string): Promise<Account> {
  const { baseUrl, dataDir } = stage.scene();
  const email = addressOf(name);
  const { registration } = createClient({ baseUrl });
  const { registration_id } = await registration.start({ email, tenant_name: `House of ${name}` });
  const { access_token: token } = await registration.complete({
    registration_id,
    code: await mailedCode(dataDir, email),
    password: PASSWORD,
    full_name: name,
  });
  return { email, token };
}
