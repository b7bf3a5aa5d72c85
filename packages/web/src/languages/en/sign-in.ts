export const texts = {
  page: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    otp: 'Two-factor code',
    otpHint:
      'The 6-digit code of your authenticator app, or a recovery code. Leave it empty if two-factor authentication is off.',
    hasOtp: 'I use two-factor authentication',
    expired: 'Your session has ended. Sign in again to continue where you were.',
    wrong:
      'The e-mail address or the password is wrong. If you use two-factor authentication, add its code below.',
    tooMany: 'Too many attempts. Reset your password by e-mail, or try again in 15 minutes.',
    forgot: 'Forgot your password?',
    byCompany: 'Sign in with your organisation',
    companyOnly:
      'Your organisation does not accept passwords here. Use the sign-in address that it gave you.',
    noAccount: 'No account yet?',
    register: 'Create one',
  },
} as const;
