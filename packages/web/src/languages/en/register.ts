export const texts = {
  page: {
    codesSpent: 'Five codes have been sent. Register again.',
    addressTaken: 'This address has an account by now. Sign in.',
    title: 'Create an account',
    codeTitle: 'Confirm your e-mail address',
    email: 'Work e-mail address',
    organisation: 'Organisation',
    next: 'Send code',
    sent: 'A 6-digit code has been sent to {email}. It is valid for 10 minutes.',
    code: 'Code',
    create: 'Create account',
    resend: 'Send a new code',
    resent: 'A new code has been sent. At most one per minute is sent.',
    other: 'Use another address',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
  },
} as const;
