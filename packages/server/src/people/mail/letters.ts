import type { Locale } from '../../ground/config/locale.ts';
import type { Letter } from './letter.ts';
import { plainName } from './plain-name.ts';

export function registrationCodeLetter(locale: Locale, code: string, validMinutes: number): Letter {
  if (locale === 'es') {
    return {
      locale,
      subject: `${code} es su código de Lonja`,
      paragraphs: [
        `Introduzca este código para completar el registro en Lonja. Caduca en ${validMinutes} minutos y sirve una sola vez.`,
        'Si no ha solicitado el registro, ignore este mensaje: sin el código no se crea ninguna cuenta.',
      ],
      code,
    };
  }
  return {
    locale,
    subject: `${code} is your Lonja code`,
    paragraphs: [
      `Enter this code to complete your registration with Lonja. It is valid for ${validMinutes} minutes and works once.`,
      'If you did not request this, ignore this message: no account is created without the code.',
    ],
    code,
  };
}

export function accountExistsLetter(locale: Locale, resetUrl: string): Letter {
  if (locale === 'es') {
    return {
      locale,
      subject: 'Ya tiene una cuenta en Lonja',
      paragraphs: [
        'Alguien ha intentado registrarse en Lonja con esta dirección, que ya tiene una cuenta. La cuenta no ha cambiado.',
        'Si ha sido usted, inicie sesión con su contraseña o elija una nueva.',
      ],
      action: { label: 'Elegir una contraseña nueva', url: resetUrl },
    };
  }
  return {
    locale,
    subject: 'You already have a Lonja account',
    paragraphs: [
      'Someone tried to register with Lonja using this address, which already has an account. The account has not changed.',
      'If it was you, sign in with your password or choose a new one.',
    ],
    action: { label: 'Choose a new password', url: resetUrl },
  };
}

/** Every registered user may invite any address: the name of the organisation is kept out of the subject, and nothing in it can be followed. */
export function invitationLetter(
  locale: Locale,
  invitation: { tenantName: string; url: string; validDays: number },
): Letter {
  const { url, validDays } = invitation;
  const tenantName = plainName(invitation.tenantName);
  if (locale === 'es') {
    return {
      locale,
      subject: 'Invitación a Lonja',
      paragraphs: [
        `Una organización${tenantName && ` llamada «${tenantName}»`} le invita a su cuenta de Lonja, el servicio de previsión de precios de la electricidad.`,
        'Si no esperaba esta invitación, ignore este mensaje: sin el enlace no se crea ninguna cuenta.',
        `El enlace caduca en ${validDays} días y sirve una sola vez.`,
      ],
      action: { label: 'Aceptar la invitación', url },
    };
  }
  return {
    locale,
    subject: 'You are invited to Lonja',
    paragraphs: [
      `An organisation${tenantName && ` called "${tenantName}"`} invites you to its account on Lonja, the electricity price forecast service.`,
      'If you did not expect this invitation, ignore this message: no account is created without the link.',
      `The link is valid for ${validDays} days and works once.`,
    ],
    action: { label: 'Accept the invitation', url },
  };
}

export function passwordResetLetter(locale: Locale, url: string, validMinutes: number): Letter {
  if (locale === 'es') {
    return {
      locale,
      subject: 'Restablecer la contraseña de Lonja',
      paragraphs: [
        `Se ha solicitado una contraseña nueva para su cuenta. El enlace caduca en ${validMinutes} minutos y sirve una sola vez.`,
        'Si no la ha solicitado, ignore este mensaje: su contraseña no cambia.',
      ],
      action: { label: 'Elegir una contraseña nueva', url },
    };
  }
  return {
    locale,
    subject: 'Reset your Lonja password',
    paragraphs: [
      `A new password was requested for your account. The link is valid for ${validMinutes} minutes and works once.`,
      'If you did not request it, ignore this message: your password does not change.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** In the place of a link that sets a password, which does not count. */
export function providerSignInLetter(locale: Locale, url: string): Letter {
  if (locale === 'es') {
    return {
      locale,
      subject: 'Inicie sesión en Lonja con su organización',
      paragraphs: [
        'Se ha solicitado una contraseña nueva para su cuenta. Su organización exige iniciar sesión con su propio proveedor de identidad, sin contraseña de Lonja.',
        'Si no la ha solicitado, ignore este mensaje: nada cambia.',
      ],
      action: { label: 'Iniciar sesión con su organización', url },
    };
  }
  return {
    locale,
    subject: 'Sign in to Lonja with your organisation',
    paragraphs: [
      'A new password was requested for your account. Your organisation requires sign-in by its own identity provider, without a password of Lonja.',
      'If you did not request it, ignore this message: nothing changes.',
    ],
    action: { label: 'Sign in with your organisation', url },
  };
}
