export const texts = {
  page: {
    forgotTitle: 'Reset your password',
    forgotText:
      'Enter your e-mail address. If it has an account, a link to set a new password is sent to it.',
    email: 'E-mail address',
    send: 'Send link',
    sent: 'If {email} has an account, a link has been sent to it. The link is valid for one hour.',
    resetTitle: 'New password',
    password: 'New password',
    passwordHint: 'At least 8 characters. All open sessions are closed.',
    set: 'Set password',
    done: 'The password has been set. Sign in with it.',
    back: 'Back to sign-in',
  },
} as const;
