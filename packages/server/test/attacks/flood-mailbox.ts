import { type StatusCounts, type Target, countStatuses, createStranger } from './stranger.ts';

export interface MailPlan {
  /** Mailbox of somebody who asked for nothing. */
  victim: string;
  /** Whole days of asking, once in a minute each way, by strangers who change their address every time. */
  rounds: number;
  /** Tokens of admins who invite the victim to their tenants. */
  admins: readonly string[];
  /** Called between rounds, as a minute passes. */
  pass: () => Promise<void>;
}

/** Has mail sent to somebody in every way there is. Gives the answers by way. */
export async function floodMailbox(
  target: Target,
  { victim, rounds, admins, pass }: MailPlan,
): Promise<Record<'register' | 'resend' | 'forgot' | 'invite', StatusCounts>> {
  const replies = { register: [], resend: [], forgot: [], invite: [] } as Record<
    string,
    { status: number }[]
  >;
  for (let round = 0; round < rounds; round++) {
    const stranger = createStranger(target, round);
    const registered = await stranger.send('POST', '/auth/register', {
      body: { email: victim, tenant_name: 'Free money at https://evil.example' },
    });
    replies['register'].push(registered);
    const { registration_id } = JSON.parse(registered.text);
    replies['resend'].push(
      await stranger.send('POST', '/auth/register/resend', { body: { registration_id } }),
    );
    replies['forgot'].push(await stranger.send('POST', '/auth/password/forgot', { body: { email: victim } }));
    for (const token of admins) {
      const body = { email: victim, role: 'viewer' };
      const invited = await stranger.send('POST', '/auth/invitations', { token, body });
      replies['invite'].push(invited);
      // Taken back and sent again, so that no pending one stands in the way.
      if (invited.status === 201) {
        await stranger.send('DELETE', `/auth/invitations/${JSON.parse(invited.text).id}`, { token });
      }
    }
    await stranger.close();
    await pass();
  }
  const { register, resend, forgot, invite } = replies;
  return {
    register: countStatuses(register),
    resend: countStatuses(resend),
    forgot: countStatuses(forgot),
    invite: countStatuses(invite),
  };
}
