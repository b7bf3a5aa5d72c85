import type { Locale } from '../locale.ts';
import type { Letter } from './letter.ts';
import { plainName } from './plain-name.ts';

export function registrationCodeLetter(locale: Locale, code: string, validMinutes: number): Letter {
  if (locale === 'es') {
    return {
      subject: `${code} es tu código de Lonja`,
      paragraphs: [
        `Con este código terminas tu registro en Lonja. Caduca en ${validMinutes} minutos y sirve una sola vez.`,
        'Si no te estás registrando, no hagas nada: sin el código no se crea ninguna cuenta.',
      ],
      code,
    };
  }
  return {
    subject: `${code} is your Lonja code`,
    paragraphs: [
      `Enter this code to finish registering with Lonja. It is valid for ${validMinutes} minutes and works once.`,
      'If you are not registering, do nothing: without the code no account is created.',
    ],
    code,
  };
}

export function accountExistsLetter(locale: Locale, resetUrl: string): Letter {
  if (locale === 'es') {
    return {
      subject: 'Ya tienes una cuenta en Lonja',
      paragraphs: [
        'Alguien ha querido registrarse en Lonja con esta dirección, que ya tiene una cuenta. No ha cambiado nada.',
        'Si has sido tú, entra con tu contraseña o elige una nueva.',
      ],
      action: { label: 'Elegir una contraseña nueva', url: resetUrl },
    };
  }
  return {
    subject: 'You already have a Lonja account',
    paragraphs: [
      'Someone tried to register with Lonja using this address, which already has an account. Nothing has changed.',
      'If it was you, sign in with your password or choose a new one.',
    ],
    action: { label: 'Choose a new password', url: resetUrl },
  };
}

/** Whoever registers may invite whomever: the name of the organisation is kept out of the subject, and nothing in it can be followed. */
export function invitationLetter(
  locale: Locale,
  invitation: { tenantName: string; url: string; validDays: number },
): Letter {
  const { url, validDays } = invitation;
  const tenantName = plainName(invitation.tenantName);
  if (locale === 'es') {
    return {
      subject: 'Invitación a Lonja',
      paragraphs: [
        `Una organización${tenantName && ` que se llama «${tenantName}»`} te invita a su cuenta de Lonja, la previsión de precios de la electricidad.`,
        'Si no esperas esta invitación, no hagas nada: sin el enlace no se crea ninguna cuenta.',
        `El enlace caduca en ${validDays} días y sirve una sola vez.`,
      ],
      action: { label: 'Aceptar la invitación', url },
    };
  }
  return {
    subject: 'You are invited to Lonja',
    paragraphs: [
      `An organisation${tenantName && ` called "${tenantName}"`} invites you to its account on Lonja, the electricity price forecast.`,
      'If you did not expect it, do nothing: without the link no account is created.',
      `The link is valid for ${validDays} days and works once.`,
    ],
    action: { label: 'Accept the invitation', url },
  };
}

export function passwordResetLetter(locale: Locale, url: string, validMinutes: number): Letter {
  if (locale === 'es') {
    return {
      subject: 'Elige una contraseña nueva para Lonja',
      paragraphs: [
        `Has pedido una contraseña nueva. El enlace caduca en ${validMinutes} minutos y sirve una sola vez.`,
        'Si no la has pedido, no hagas nada: tu contraseña sigue siendo la misma.',
      ],
      action: { label: 'Elegir una contraseña nueva', url },
    };
  }
  return {
    subject: 'Choose a new password for Lonja',
    paragraphs: [
      `You asked for a new password. The link is valid for ${validMinutes} minutes and works once.`,
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  };
}
