export const texts = {
  page: {
    title: 'Sign in with your organisation',
    byEmail:
      'Enter your e-mail address at work. If your organisation signs in by its own provider, you will be taken there.',
    byName: 'You will be taken to the sign-in page of your organisation.',
    email: 'E-mail address',
    continue: 'Continue',
    unknown:
      'No organisation signs in by its own provider with this. Use the address that your organisation gave you, or your password.',
    finishing: 'Signing in',
    refused: 'You could not be signed in. The reason is:',
    again: 'Start again',
    password: 'Sign in with a password',
    otp: 'Two-factor code',
    otpHint: 'Your organisation also asks for the code of your authenticator app, or a recovery code.',
    signIn: 'Sign in',
  },
} as const;
