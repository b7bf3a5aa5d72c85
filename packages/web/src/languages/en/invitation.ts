export const texts = {
  page: {
    hasAccount: 'This address has an account already. Sign in.',
    title: 'Accept the invitation',
    invited: '{tenant} invites {email} to join as {role}.',
    gone: 'This invitation has been used or withdrawn, or has expired. Ask for a new one.',
    accept: 'Join {tenant}',
    byCompany: '{tenant} does not use passwords here. You will be taken to its own sign-in page.',
    byEither: 'Sign in as you do at {tenant}, or choose a password of your own below.',
    enter: 'Sign in with your organisation',
  },
} as const;
